-- The orders of every merchant around now: the live ones that its vehicles can hold, the rest behind them, as many as
-- bench.merchant.orders says. Every vehicle has one rental in every four days, so none overlap. Runs as superuser, once, on a
-- database that has its fleet; the tables are filled from bench.placed by the other files, side by side.

create unlogged table bench.slot as
select v.merchant_id, v.id as vehicle_id, v.plate, v.home_store_id, v.model_id, k, seed,
  date_bin('30 minutes', w.start + make_interval(secs => bench.dice(seed, 3) * (96 - 4 - hours) * 3600), 'epoch') as pickup_at,
  hours
from bench.given cross join bench.merchant m
  join vehicle v on v.merchant_id = m.id and v.id > (select id from bench.begin),
  generate_series(-(m.orders / m.vehicles) - 2, 10) k,
  lateral (select v.id * 10000 + k + 5000 as seed,
    given.now - make_interval(secs => bench.dice(v.id, 1) * 96 * 3600) + make_interval(hours => 96 * k) as start) w,
  lateral (select 20 + floor(bench.dice(seed, 2) * 141) / 2 as hours) l
-- The farther ahead, the fewer are booked.
where bench.dice(seed, 4) < case when k < 0 then 1 when k > 3 then 0.15 else (array[0.85, 0.6, 0.45, 0.3])[k + 1] end;

-- Customers come back: three orders each.
create unlogged table bench.person as
select nextval('row_id') as id, m.id as merchant_id, n,
  (array['周', '陈', '林', '赵', '钱', '孙', '李', '吴', '郑', '王', '冯', '沈'])[1 + n % 12]
    || (array['明轩', '雨桐', '子涵', '浩然', '欣怡', '俊杰', '思源', '佳宁', '博文', '诗涵'])[1 + n / 12 % 10] as name,
  '139' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as phone
from bench.merchant m, generate_series(0, m.orders / 3) n;
create index on bench.person (merchant_id, n);

create unlogged table bench.placed as
with chosen as (
  select *, return_at <= given.now as over, pickup_at > given.now as ahead, bench.dice(seed, 5) as luck
  from bench.given, (
    select s.*, s.pickup_at + make_interval(secs => s.hours * 3600) as return_at,
      row_number() over (partition by s.merchant_id order by k < 0, k desc, seed) as place
    from bench.slot s) s join bench.merchant m on m.id = s.merchant_id
  where place <= m.orders),
decided as (
  select *, case
      when over and k = 0 and luck < 0.02 and return_at > now - interval '1 day' then 5
      when over then case when luck < 0.12 then 8 else 6 end
      when not ahead then case when luck < 0.06 then 8 else 5 end
      when luck < 0.03 then 8
      when luck < 0.034 then 7
      when luck < 0.04 then 0
      when luck < 0.05 then 1
      when luck < 0.08 then 2
      when luck < 0.30 or pickup_at < now + interval '26 hours' then 4
      else 3 end as status,
    least(pickup_at - make_interval(secs => 7200 + power(bench.dice(seed, 7), 2) * 14 * 86400),
      now - make_interval(secs => 60 + bench.dice(seed, 8) * 70000)) as created_at
  from chosen)
select nextval('row_id') as id, merchant_id, account_id, seed, status, vehicle_id, plate, model_id, k, now,
  home_store_id as store_id,
  -- Only what is over went one way: a car that will be gone could not have the orders that follow.
  case when k < 0 and bench.dice(seed, 9) < 0.05 then return_store_id else home_store_id end as return_store_id,
  pickup_at, return_at, created_at, days, base_fen, days * (base_fen + 5000) + 3500 as total_fen,
  case when status in (5, 6) then least(pickup_at + make_interval(secs => bench.dice(seed, 10) * 1200), now) end as actual_pickup_at,
  case when status = 6 then least(return_at + make_interval(secs => (bench.dice(seed, 11) - 0.7) * 5400), now) end as actual_return_at,
  case when status in (7, 8) then created_at + bench.dice(seed, 12) * (least(pickup_at, now) - created_at) end as cancelled_at,
  case when bench.dice(seed, 13) < 0.7 then 1 else 2 + (bench.dice(seed, 14) * 4)::int end as source,
  case when bench.dice(seed, 15) < 0.15 then 2 else 1 end as pickup_type,
  bench.dice(seed, 16) < 0.1 as waived,
  status = 6 or status in (3, 4, 5) and bench.dice(seed, 17) < 0.9 as paid,
  floor(bench.dice(seed, 18) * (orders / 3))::int as person_n,
  row_number() over (partition by merchant_id order by created_at) as serial
from (
  select d.*, ceil(d.hours / 24)::int as days, r.base_fen, other.id as return_store_id
  from decided d
    join price_rule r on r.merchant_id = d.merchant_id and r.store_id = d.home_store_id and r.model_id = d.model_id
    join bench.store here on here.merchant_id = d.merchant_id and here.id = d.home_store_id
    join bench.store other on other.merchant_id = d.merchant_id and other.n = 1 + here.n % d.stores
  order by d.created_at) x;

-- A violation deposit goes back on its day at ten; the shop keeps up with it: those of today went back already, so that what
-- waits of them depends on no hour.
alter table bench.placed
  add violation_due timestamptz generated always as (case when status = 6 and not waived then
    (date_trunc('day', actual_return_at at time zone 'Asia/Shanghai') + interval '30 days 10 hours') at time zone 'Asia/Shanghai' end) virtual,
  -- One in twenty of those that are over is told as a long rental with a plan of three rows.
  add is_long boolean generated always as (status = 6 and k < 0 and (vehicle_id + k) % 20 = 0) virtual,
  add violation_held boolean generated always as (status = 6 and not waived
    and (actual_return_at at time zone 'Asia/Shanghai')::date + 30 > (now at time zone 'Asia/Shanghai')::date) virtual;

-- Those of them that took a car: what happens on a rental is drawn for each. So many of those of now wait for a person, whatever
-- the number of orders: nobody lets them pile up.
create unlogged table bench.rental as
select p.*, m.stores, p.k = 0 and bench.dice(p.seed, 30) < 0.02 as waits,
  row_number() over (partition by p.merchant_id order by p.id) as n
from bench.placed p join bench.merchant m on m.id = p.merchant_id
where p.status in (5, 6);
alter table bench.rental add primary key (id);
analyze bench.rental, bench.placed;
