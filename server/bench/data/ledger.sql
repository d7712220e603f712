-- The ledger of the orders of bench.placed. Runs as superuser with triggers off.

with txn as (
  insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, created_at, account_id)
  select p.merchant_id, j.journal, 'J' || j.journal || ':' || p.id, p.id,
    (p.created_at at time zone 'Asia/Shanghai')::date, p.created_at, p.account_id
  from bench.placed p, (values (1), (2)) j (journal)
  where p.status between 1 and 6 and (j.journal = 1 or p.paid)
  returning merchant_id, id, order_id, journal, posted_on)
insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id, store_id, cashier_id, pay_way,
  flow_kind, moved_on, posted_at, posted_on)
select t.merchant_id, t.id, e.account, case when e.debit then p.total_fen else 0 end,
  case when e.debit then 0 else p.total_fen end, t.order_id, case when money then p.store_id end,
  case when money then p.account_id end, case when money then 3 end, case when money then 1 end,
  case when money then (p.created_at at time zone 'Asia/Shanghai')::date end,
  case when money or e.account = 'unearned' then p.created_at end, t.posted_on
from txn t join bench.placed p on p.id = t.order_id join (values
  (1, 'customer_receivable', true), (1, 'unearned', false), (2, 'cash_on_hand', true), (2, 'customer_receivable', false))
  e (journal, account, debit) on e.journal = t.journal, lateral (select e.account = 'cash_on_hand' as money) m;
