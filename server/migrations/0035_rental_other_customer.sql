-- A contract holds for what its customer signed: the car, the period and the deposits. Whether it still did was read from the car and the
-- period of the order alone, so that it counted again for whoever had the same car and period later. Now it becomes void with the change.
-- Checked at the commit: an early pickup moves its period before it hands the car over.
create function void_contracts(merchant bigint, of_order bigint, why text) returns void language sql as $$
  update agreement a set status = {agreementStatus.void}, void_reason = why, version = a.version + 1
    from "order" o
   where o.merchant_id = merchant and o.id = of_order and o.status in ({orderStatus.confirmed}, {orderStatus.arranged})
     and a.merchant_id = o.merchant_id and a.order_id = o.id and a.type in ({agreementType.pickup}, {agreementType.long})
     and a.status in ({agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.expired}, {agreementStatus.paper})
$$;
revoke all on function void_contracts(bigint, bigint, text) from public;
grant execute on function void_contracts(bigint, bigint, text) to definer;
grant update (status, void_reason, version) on agreement to definer;

-- A lower deposit needs no new signature; a higher one, and one that was not agreed before, do.
create function contract_follows_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from "order" o
      join agreement a on a.merchant_id = o.merchant_id and a.order_id = o.id and a.type in ({agreementType.pickup}, {agreementType.long})
        and a.status <> {agreementStatus.void} and a.return_at is not null
     where o.merchant_id = new.merchant_id and o.id = new.id
       and (o.vehicle_id, o.pickup_at, o.return_at) is distinct from (a.vehicle_id, a.pickup_at, a.return_at)) then
    perform void_contracts(new.merchant_id, new.id, '车辆或租期已变更');
  elsif jsonb_array_length(new.deposit_policy_snapshot -> 'rows') > jsonb_array_length(old.deposit_policy_snapshot -> 'rows') then
    perform void_contracts(new.merchant_id, new.id, '押金已变更');
  end if;
  return null;
end $$;
alter function contract_follows_order() owner to definer;
revoke all on function contract_follows_order() from public;
create constraint trigger contract_follows after update of vehicle_id, pickup_at, return_at, deposit_policy_snapshot on "order"
  deferrable initially deferred for each row
  when ((old.vehicle_id, old.pickup_at, old.return_at, old.deposit_policy_snapshot)
      is distinct from (new.vehicle_id, new.pickup_at, new.return_at, new.deposit_policy_snapshot)
    and new.status in ({orderStatus.confirmed}, {orderStatus.arranged}))
  execute function contract_follows_order();

create function contract_follows_deposit() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform void_contracts(new.merchant_id, new.order_id, '押金已变更');
  return null;
end $$;
alter function contract_follows_deposit() owner to definer;
revoke all on function contract_follows_deposit() from public;
create constraint trigger contract_follows after update of amount_fen on deposit
  deferrable initially deferred for each row
  when (new.amount_fen > old.amount_fen and old.pay_status = {depositPayStatus.unpaid})
  execute function contract_follows_deposit();

update agreement a set status = {agreementStatus.void}, void_reason = '车辆或租期已变更', version = a.version + 1
  from "order" o
 where o.merchant_id = a.merchant_id and o.id = a.order_id and o.status in ({orderStatus.confirmed}, {orderStatus.arranged})
   and a.type in ({agreementType.pickup}, {agreementType.long}) and a.status <> {agreementStatus.void} and a.return_at is not null
   and (o.vehicle_id, o.pickup_at, o.return_at) is distinct from (a.vehicle_id, a.pickup_at, a.return_at);

-- An order that is given to somebody with another phone: every link of the former customer ends, and what they entered for a handover
-- without staff is not gone on with.
create function order_changes_hands() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update link_token set revoked_at = app_now() where merchant_id = new.merchant_id and order_id = new.id and revoked_at is null;
  delete from self_visit where merchant_id = new.merchant_id and order_id = new.id
    and status in ({selfStatus.open}, {selfStatus.waiting}, {selfStatus.rejected});
  update pickup_return_record set void = true, version = version + 1, updated_at = app_now()
   where merchant_id = new.merchant_id and order_id = new.id and by_customer and draft and not void;
  return null;
end $$;
alter function order_changes_hands() owner to definer;
revoke all on function order_changes_hands() from public;
grant update (revoked_at) on link_token to definer;
grant delete on self_visit to definer;
grant update (void, version, updated_at) on pickup_return_record to definer;
create trigger changes_hands after update of contact_phone_hash on "order" for each row
  when (old.contact_phone_hash is not null and old.contact_phone_hash is distinct from new.contact_phone_hash)
  execute function order_changes_hands();
