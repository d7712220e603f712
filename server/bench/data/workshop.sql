-- What is done to the cars of the rentals of bench.rental: garages, tickets, papers, costs. Runs as superuser with triggers off.

insert into garage (merchant_id, name, phone, created_at, created_by)
select m.id, '汽修厂' || n, '021-5000' || lpad(n::text, 4, '0'), g.now, m.account_id
from bench.given g, bench.merchant m, generate_series(1, 30) n;

-- Maintenance after every fifth rental, a way back after each that ended elsewhere, and the yearly inspection of each car.
insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, plan_start, plan_end, actual_start, actual_end,
  maintain_type, work, garage_id, garage_name, start_km, end_km, costs, log, to_store_id, reason, mode, created_at, created_by, updated_at)
select r.merchant_id, case when back then 'DC' else 'WB' end || r.id, case when back then 1 else 2 end, r.vehicle_id, r.return_store_id,
  case when r.waits then 1 when back then 3 else 4 end, at, at + interval '1 day',
  case when not r.waits then at end, case when not r.waits then at + interval '5 hours' end,
  case when not back then 1 + r.n % 6 end, case when not back then '更换机油' else '' end,
  case when not back then g.id end, case when not back then g.name else '' end, 10000, 10010,
  case when back then '[]' else '[{"item":"机油","amount":30000,"payer":1}]'::jsonb end,
  jsonb_build_array(jsonb_build_object('at', epoch_ms(at), 'by', r.account_id::text, 'note', '', 'action', 'create')),
  case when back then r.store_id end, case when back then 2 end, case when back then 1 end, at, r.account_id, at
from bench.rental r
  join (select *, row_number() over (partition by merchant_id order by id) as n from garage) g
    on g.merchant_id = r.merchant_id and g.n = 1 + r.n % 30,
  lateral (select r.return_store_id <> r.store_id as back, coalesce(r.actual_return_at, r.now) as at) x
where back or bench.dice(r.seed, 31) < 0.2;

insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, plan_start, plan_end, actual_start, actual_end,
  due_on, inspected_on, new_end_on, inspection_result, agency, created_at, created_by, updated_at)
select v.merchant_id, 'NJ' || v.id, 3, v.id, v.home_store_id, 3, at, at + interval '1 day', at, at + interval '3 hours',
  at::date, at::date, at::date + 365, 1, '车管所', at, v.created_by, at
from bench.given g, vehicle v, lateral (select g.now - make_interval(days => 10 + (v.id % 300)::int) as at) x
where v.merchant_id in (select id from bench.merchant) and v.id > (select id from bench.begin);

insert into vehicle_document (merchant_id, vehicle_id, kind, insurance_kind, no, insurer, start_on, end_on, amount_fen, created_at,
  created_by, updated_at)
select v.merchant_id, v.id, d.kind, d.insurance, 'D' || v.id, case when d.kind = 3 then '平安产险' else '' end,
  '2025-12-31', '2035-12-31', case when d.kind = 3 then 450000 end, g.now, v.created_by, g.now
from bench.given g, vehicle v, (values (1, null::int), (2, null), (3, 1), (3, 2), (4, null)) d (kind, insurance)
where v.merchant_id in (select id from bench.merchant) and v.id > (select id from bench.begin);

insert into vehicle_cost_plan (merchant_id, vehicle_id, kind, first_month, months, total_fen, created_at, created_by, updated_at)
select v.merchant_id, v.id, 3, '2025-12-01', 60, 9000000, g.now, v.created_by, g.now
from bench.given g, vehicle v
where v.merchant_id in (select id from bench.merchant) and v.id > (select id from bench.begin);

-- Cars as assets: posted for a quarter, some of them sold, one of ten with a loan that is repaid each month.
insert into asset_setting (merchant_id, posted, from_month, reason) select id, false, '2026-07-01', '会计要求' from bench.merchant;
insert into asset_month (merchant_id, vehicle_id, month, opening_cost_fen, cost_fen, opening_fen, depreciation_fen, created_at)
select v.merchant_id, v.id, m.month::date, case when m.month = '2026-07-01' then 12000000 else 0 end, 0,
  case when m.month = '2026-07-01' then 1050000 else 0 end, 150000, g.now
from bench.given g, vehicle v, generate_series('2026-07-01'::date, '2026-09-01', '1 month') m (month)
where v.merchant_id in (select id from bench.merchant) and v.id > (select id from bench.begin) order by 1, 3, 2;
insert into asset_disposal (merchant_id, vehicle_id, disposed_on, proceeds_fen, tax_kind, tax_fen, created_at, created_by, updated_at)
select v.merchant_id, v.id, '2026-10-10', 5000000, 0, 0, g.now, v.created_by, g.now
from bench.given g, vehicle v where v.merchant_id in (select id from bench.merchant) and v.id > (select id from bench.begin) and v.id % 50 = 0;
insert into car_loan (merchant_id, vehicle_id, lender, principal_fen, taken_on, repaid_fen, created_at, created_by, updated_at)
select v.merchant_id, v.id, '上汽金融', 6000000, '2026-01-05', 1000000, g.now, v.created_by, g.now
from bench.given g, vehicle v where v.merchant_id in (select id from bench.merchant) and v.id > (select id from bench.begin) and v.id % 10 = 0;
insert into car_loan_repayment (merchant_id, loan_id, fen, paid_on, posted, created_at, created_by)
select l.merchant_id, l.id, 100000, m.day::date, false, l.created_at, l.created_by
from car_loan l, generate_series('2026-02-05'::date, '2026-11-05', '1 month') m (day)
where l.merchant_id in (select id from bench.merchant);

insert into stop_sale (merchant_id, store_id, model_id, from_at, to_at, quantity, removed_at, created_at, created_by)
select merchant_id, store_id, model_id, pickup_at, return_at, 1, created_at, created_at, account_id
from bench.rental where bench.dice(seed, 32) < 0.02;

insert into pool_delta (merchant_id, store_id, model_id, at, delta, vehicle_id, ref_type, ref_id, consumed)
select r.merchant_id, d.store_id, r.model_id, coalesce(r.actual_return_at, r.return_at), d.delta, r.vehicle_id, 'order', r.id, true
from bench.rental r, lateral (values (r.store_id, -1), (r.return_store_id, 1)) d (store_id, delta)
where r.return_store_id <> r.store_id and r.status = 6;

insert into violation_query (merchant_id, vehicle_id, asked_at, answered_at)
select merchant_id, id, g.now, g.now from bench.given g, vehicle
where merchant_id in (select id from bench.merchant) and id > (select id from bench.begin);
