-- Deposits that are written together are told of together: a booking writes two, and each told the same page the same again.
create function tell_of_deposits() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
  select d.merchant_id, 'todo.changed', 'deposit/' || d.order_id, '{"codes": ["rentalDeposit", "violationDeposit"]}', array[o.store_id, o.return_store_id]
    from (select distinct merchant_id, order_id from news) d
      join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_deposits() owner to definer;
revoke all on function tell_of_deposits() from public;
drop trigger told on deposit;
create trigger told after update of hold_status, pay_status, held_fen on deposit
  for each row execute function tell_of_todo('rentalDeposit', 'violationDeposit');
create trigger told_new after insert on deposit referencing new table as news for each statement execute function tell_of_deposits();
