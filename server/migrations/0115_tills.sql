-- Each way of payment is an account of its own (orders.md §11.2.1), and an entry of money says where it lies, who moved it, by
-- which way and on which day. The release before still writes `cash_offline`: a trigger names the account. What was written
-- before keeps its account for good; one opening entry for each store moves the balances.
alter table ledger_entry
  add column store_id bigint,
  add column cashier_id bigint,
  add column pay_way smallint,
  add column flow_kind smallint,
  add column moved_on date;
comment on column ledger_entry.store_id is 'of an entry of money: whose till or contract it is';
comment on column ledger_entry.cashier_id is 'who took or paid it, online: who asked for it; null: the customer or the system by themselves';
comment on column ledger_entry.flow_kind is 'what was paid (as payment.pay_kind), 12 押金扣款 13 交存银行 14 长短款 15 备用金';
comment on column ledger_entry.moved_on is 'the day that money came or went; null for every other entry';

alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance',
  'unearned', 'deposit_liability_rental', 'deposit_liability_violation',
  'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income',
  'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee',
  'cash_on_hand', 'pos_clearing', 'other_clearing', 'till_difference', 'till_float'));

alter table ledger_entry disable trigger ledger_entry_frozen;
with money as (
  select e.merchant_id, e.id, o.store_id, t.posted_on,
      coalesce(p.pay_way, n.pay_way) as pay_way, case when p.id is null then 12 else p.pay_kind end as flow_kind,
      nullif(case when coalesce(p.pay_way, n.pay_way) in (3, 4, 5, 7) then t.account_id
        else coalesce(p.created_by, n.created_by) end, 0) as cashier_id
    from ledger_entry e
      join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
      left join payment p on p.merchant_id = t.merchant_id and p.id = t.payment_id
      left join deposit_deduction n on n.merchant_id = t.merchant_id and t.journal = 16 and 'J16:' || n.id = t.idem_key
   where e.account in ('cash_offline', 'online_clearing', 'platform_clearing') and coalesce(p.pay_way, n.pay_way) is not null)
update ledger_entry e set store_id = m.store_id, cashier_id = m.cashier_id, pay_way = m.pay_way, flow_kind = m.flow_kind,
    moved_on = m.posted_on
  from money m where e.merchant_id = m.merchant_id and e.id = m.id;
alter table ledger_entry enable trigger ledger_entry_frozen;

create index ledger_entry_moved on ledger_entry (merchant_id, moved_on desc, id desc) where moved_on is not null;
create index ledger_entry_store on ledger_entry (merchant_id, store_id, moved_on desc, id desc)
  include (account, pay_way, flow_kind, cashier_id, debit_fen, credit_fen) where moved_on is not null;

create function ledger_money() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
  way smallint;
  kind smallint;
  asked_by bigint;
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
  new.store_id := (select o.store_id from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id);
  new.cashier_id := nullif(case when way in (3, 4, 5, 7) then txn.account_id else asked_by end, 0);
  new.pay_way := way;
  new.flow_kind := kind;
  new.moved_on := txn.posted_on;
  return new;
end $$;
alter function ledger_money() owner to definer;
create trigger ledger_money before insert on ledger_entry for each row
  when (new.account in ('cash_offline', 'cash_on_hand', 'bank', 'pos_clearing', 'other_clearing', 'online_clearing', 'platform_clearing'))
  execute function ledger_money();

with old as (
  select merchant_id, store_id, case pay_way when 3 then 'cash_on_hand' when 4 then 'bank' when 5 then 'pos_clearing'
      else 'other_clearing' end as account, sum(debit_fen - credit_fen) as fen
    from ledger_entry where account = 'cash_offline' and moved_on is not null group by 1, 2, 3),
lines as (
  select merchant_id, store_id, account, fen from old where fen <> 0
  union all select merchant_id, store_id, 'cash_offline', -sum(fen) from old group by 1, 2 having sum(fen) <> 0),
txn as (
  insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id)
  select distinct merchant_id, 23, 'J23:opening:' || store_id, (app_now() at time zone 'Asia/Shanghai')::date, 0 from lines
  returning merchant_id, id, idem_key)
insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, store_id)
select t.merchant_id, t.id, l.account, greatest(l.fen, 0), greatest(-l.fen, 0), l.store_id
  from txn t join lines l on l.merchant_id = t.merchant_id and 'J23:opening:' || l.store_id = t.idem_key;
set constraints all immediate;
