-- Money that a store takes or gives by hand stays with that store, also without a shift of the cashier: once the car is back,
-- that is the one to which it came. What a provider moves goes by the contract of the store that rented it out.
create or replace function ledger_money() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
  way smallint;
  kind smallint;
  asked_by bigint;
  till record;
begin
  select t.journal, t.idem_key, t.order_id, t.payment_id, t.account_id, t.posted_on into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  -- What belongs to no order is written by who knows all of this.
  if txn.order_id is null then return new; end if;
  if txn.payment_id is not null then
    select p.pay_way, p.pay_kind, p.created_by into way, kind, asked_by
      from payment p where p.merchant_id = new.merchant_id and p.id = txn.payment_id;
  elsif txn.journal = 16 then
    select n.pay_way, 12, n.created_by into way, kind, asked_by
      from deposit_deduction n where n.merchant_id = new.merchant_id and 'J16:' || n.id = txn.idem_key and n.order_id = txn.order_id;
  end if;
  if way is null then return new; end if;
  if new.account = 'cash_offline' then
    new.account := case way when 3 then 'cash_on_hand' when 4 then 'bank' when 5 then 'pos_clearing' when 7 then 'other_clearing'
      else new.account end;
  end if;
  new.pay_way := way;
  new.flow_kind := kind;
  new.moved_on := txn.posted_on;
  if way in (3, 4, 5, 7) then
    new.cashier_id := nullif(txn.account_id, 0);
    select s.id, s.store_id into till from till_shift s
      where s.merchant_id = new.merchant_id and s.cashier_id = txn.account_id and s.status = 0 for share;
    new.shift_id := till.id;
    new.store_id := till.store_id;
  else
    new.cashier_id := nullif(asked_by, 0);
  end if;
  if new.store_id is null then
    new.store_id := (select case when way in (3, 4, 5, 7) and o.status = 6 then o.return_store_id else o.store_id end
      from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id);
  end if;
  return new;
end $$;
