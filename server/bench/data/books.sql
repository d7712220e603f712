-- Money of the orders of bench.placed, and the cars that they hold. Runs as superuser with triggers off.

insert into deposit (merchant_id, order_id, kind, amount_fen, mode, pay_status, waive_type, hold_status, held_fen,
  released_fen, due_release_at, pay_way, created_at)
select p.merchant_id, p.id, d.kind, d.fen, case when p.waived then 3 when taken then 1 end,
  case when p.waived then 1 when taken then 2 else 0 end, case when p.waived then 4 end,
  case when p.waived then 9 when not taken then 0 when freed then 4 else 1 end,
  case when taken then d.fen else 0 end, case when freed then d.fen else 0 end,
  case when taken and d.kind = 2 then p.actual_return_at + interval '30 days' end, case when taken then 3 end, p.created_at
from bench.placed p, (values (1, 300000), (2, 200000)) d (kind, fen),
  lateral (select p.status in (5, 6) and not p.waived as taken) t,
  lateral (select taken and p.status = 6 and (d.kind = 1 or p.actual_return_at < p.now - interval '30 days') as freed) f
where p.status > 0;

insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction, status,
  out_trade_no, paid_at, created_at, created_by)
select merchant_id, id, 'order', 1, 2, 3, total_fen, 'in', 2, 'P' || id, created_at, created_at, account_id
from bench.placed where paid;

with txn as (
  insert into ledger_txn (merchant_id, journal, idem_key, order_id, posted_on, created_at, account_id)
  select p.merchant_id, j.journal, 'J' || j.journal || ':' || p.id, p.id,
    (p.created_at at time zone 'Asia/Shanghai')::date, p.created_at, p.account_id
  from bench.placed p, (values (1), (2)) j (journal)
  where p.status between 1 and 6 and (j.journal = 1 or p.paid)
  returning merchant_id, id, order_id, journal)
insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, order_id, store_id, cashier_id, pay_way,
  flow_kind, moved_on)
select t.merchant_id, t.id, e.account, case when e.debit then p.total_fen else 0 end,
  case when e.debit then 0 else p.total_fen end, t.order_id, case when money then p.store_id end,
  case when money then p.account_id end, case when money then 3 end, case when money then 1 end,
  case when money then (p.created_at at time zone 'Asia/Shanghai')::date end
from txn t join bench.placed p on p.id = t.order_id join (values
  (1, 'customer_receivable', true), (1, 'unearned', false), (2, 'cash_on_hand', true), (2, 'customer_receivable', false))
  e (journal, account, debit) on e.journal = t.journal, lateral (select e.account = 'cash_on_hand' as money) m;

insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id, pinned, active, on_rent,
  order_status, pickup_at, return_at, source)
select merchant_id, store_id, model_id, vehicle_id,
  coalesce(actual_pickup_at, pickup_at - case when pickup_type = 2 then interval '1 hour' else interval '0' end),
  coalesce(actual_return_at, return_at) + interval '1 hour', 0, id, status in (4, 5, 6), status < 7, status = 5,
  case when status between 1 and 4 then 1 else status end, pickup_at, return_at, source
from bench.placed where status > 0;
