-- Deposits and payments of the orders of bench.placed, and the cars that they hold. Runs as superuser with triggers off.

insert into deposit (merchant_id, order_id, kind, amount_fen, mode, pay_status, waive_type, hold_status, held_fen,
  released_fen, due_release_at, pay_way, created_at)
select p.merchant_id, p.id, d.kind, d.fen, case when p.waived then 3 when taken then 1 end,
  case when p.waived then 1 when taken then 2 else 0 end, case when p.waived then 4 end,
  case when p.waived then 9 when not taken then 0 when freed then 4 else 1 end,
  case when taken then d.fen else 0 end, case when freed then d.fen else 0 end,
  case when d.kind = 2 then p.violation_due end, case when taken then 3 end, p.created_at
from bench.placed p, (values (1, 300000), (2, 200000)) d (kind, fen),
  lateral (select p.status in (5, 6) and not p.waived as taken) t,
  lateral (select taken and p.status = 6 and (d.kind = 1 or not p.violation_held) as freed) f
where p.status > 0;

insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction, status,
  out_trade_no, paid_at, created_at, created_by)
select merchant_id, id, 'order', 1, 2, 3, total_fen, 'in', 2, 'P' || id, created_at, created_at, account_id
from bench.placed where paid;

insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id, pinned, active, on_rent,
  order_status, pickup_at, return_at, source)
select merchant_id, store_id, model_id, vehicle_id,
  coalesce(actual_pickup_at, pickup_at - case when pickup_type = 2 then interval '1 hour' else interval '0' end),
  coalesce(actual_return_at, return_at) + interval '1 hour', 0, id, status in (4, 5, 6), status < 7, status = 5,
  case when status between 1 and 4 then 1 else status end, pickup_at, return_at, source
from bench.placed where status > 0;
