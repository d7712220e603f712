-- What was priced, done and written of the orders of bench.placed. Runs as superuser with triggers off.

insert into order_item (merchant_id, order_id, seq, item_type, code, name, qty, unit, unit_price_fen, amount_fen, formula,
  price_date, created_at, created_by)
select p.merchant_id, p.id, i.seq, i.item_type, i.code, i.name, i.qty, i.unit, i.price, i.qty * i.price, i.formula,
  i.price_date, p.created_at, p.account_id
from bench.placed p, lateral (
  select day as seq, 0 as item_type, 'rent' as code, '租车费' as name, 1 as qty, 'day' as unit, p.base_fen as price,
    '' as formula, (p.pickup_at at time zone 'Asia/Shanghai')::date + day as price_date from generate_series(0, p.days - 1) day
  union all select p.days, 1, 'base', '基础服务费', p.days, 'day', 5000, p.days || '天 × 50.00', null
  union all select p.days + 1, 1, 'handling', '手续费', 1, 'order', 3500, '', null) i;

insert into order_log (merchant_id, order_id, at, action, from_status, to_status, account_id, actor_name, detail)
select p.merchant_id, p.id, l.at, l.action, l.from_status, l.to_status, p.account_id, '基准老板', '{}'
from bench.placed p, lateral (values
    (p.created_at, 'submit', null::int, case when p.status in (1, 2) then p.status else 3 end, p.status > 0),
    (least(p.pickup_at - interval '2 hours', p.now), 'arrange', 3, 4, p.status in (4, 5, 6)),
    (p.actual_pickup_at, 'pickUp', 4, 5, p.status in (5, 6)),
    (p.actual_return_at, 'return', 5, 6, p.status = 6),
    (p.cancelled_at, 'cancel', 3, p.status, p.status in (7, 8))) l (at, action, from_status, to_status, happened)
where l.happened;

insert into vehicle_assignment (merchant_id, order_id, vehicle_id, from_at, to_at, start_odo)
select merchant_id, id, vehicle_id, actual_pickup_at, actual_return_at, 10000
from bench.placed where status in (5, 6);

insert into pickup_return_record (merchant_id, order_id, type, vehicle_id, at, mileage_km, fuel_eighths, photos,
  operator_id, operator_name, step_done, draft, created_at)
select p.merchant_id, p.id, r.type, p.vehicle_id, r.at, 10000, 8,
  '[{"slot":"front","mediaId":"1"},{"slot":"left","mediaId":"2"},{"slot":"rear","mediaId":"3"},{"slot":"right","mediaId":"4"},{"slot":"dashboard","mediaId":"5"}]',
  p.account_id, '基准老板', '{1,2,3,4}', false, r.at
from bench.placed p, lateral (values (0, p.actual_pickup_at), (1, p.actual_return_at)) r (type, at)
where r.at is not null;

insert into agreement (merchant_id, order_id, type, status, signed_at, created_at, created_by)
select merchant_id, id, 1, 5, actual_pickup_at, actual_pickup_at, account_id
from bench.placed where status in (5, 6);

insert into remark (merchant_id, order_id, content, top_flag, account_id, actor_name, created_at)
select merchant_id, id, '客户要求提前一小时取车', bench.dice(seed, 20) < 0.3, account_id, '基准老板', created_at
from bench.placed where status > 0 and bench.dice(seed, 21) < 0.15;

insert into driver_task (merchant_id, order_id, type, account_id, plan_at, status, created_by)
select merchant_id, id, 0, account_id, pickup_at, case when status in (5, 6) then 2 else 0 end, account_id
from bench.placed where pickup_type = 2 and status in (3, 4, 5, 6);
