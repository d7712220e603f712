-- What every merchant of bench.merchant has before its first order: stores, models, vehicles, prices. The first store
-- of a merchant is its largest: an eighth of the vehicles. Runs as superuser, once, on a migrated database.

-- The same number between 0 and 1 for the same seed: the data of two runs differ only by their dates.
create function bench.dice(seed bigint, salt int) returns float8 language sql immutable parallel safe as
  $$ select (hashint8extended(seed, salt) & 4503599627370495) / 4503599627370496.0 $$;

insert into store (merchant_id, name, city_code, city_name, address, lat, lng, phones, hours, created_by)
select m.id, (array['虹桥', '浦东', '徐汇', '静安', '闵行', '杭州东站', '西湖', '萧山'])[1 + (n - 1) % 8] || '第' || n || '店',
  case when n % 8 between 1 and 5 then '310100' else '330100' end,
  case when n % 8 between 1 and 5 then '上海' else '杭州' end,
  '建设路' || n || '号', 31.0 + n * 0.01, 121.0 + n * 0.01, array['021-6000' || lpad(n::text, 4, '0')],
  '[{"weekdays":[1,2,3,4,5,6,7],"open":"07:00","close":"23:00","outOfHours":false,"crossMidnight":false}]', m.account_id
from bench.merchant m, generate_series(1, m.stores) n
order by m.id, n;

insert into model (merchant_id, brand, series, name, car_type, seats, energy, displacement, tank_l, battery_kwh,
  deposit_rent_fen, deposit_violation_fen, mileage_limit_km_per_day, over_mileage_per_km_fen, class_rank, sort, large_cases, small_cases, created_by)
select m.id, brand, series, brand || series, 1 + n % 4, case when n % 6 = 0 then 7 else 5 end,
  case when n % 5 = 0 then 4 else 1 end, '1.5L', 48, case when n % 5 = 0 then 18 else 0 end,
  200000 + n * 10000, 200000, 300, 100, 1 + n / 8, n, 2, 1, m.account_id
from bench.merchant m,
  unnest(array['大众', '丰田', '本田', '日产', '别克', '比亚迪', '吉利', '奥迪', '宝马', '奔驰'],
    array['朗逸', '卡罗拉', '思域', '轩逸', '君威', '秦', '帝豪', 'A4', '3系', 'C级']) with ordinality b (brand, first, place),
  generate_series(1, 3) trim, lateral (select (trim - 1) * 10 + place::int as n, first || trim || '型' as series) x
where n <= m.models
order by m.id, n;

create table bench.store as
  select s.merchant_id, s.id, (row_number() over (partition by s.merchant_id order by s.id))::int as n
  from store s where s.id > (select id from bench.begin);
create table bench.model as
  select merchant_id, id, (row_number() over (partition by merchant_id order by id))::int as n
  from model where id > (select id from bench.begin);
create index on bench.store (merchant_id, n);
create index on bench.model (merchant_id, n);

insert into pool (merchant_id, store_id, model_id)
select s.merchant_id, s.id, d.id from bench.store s join bench.model d using (merchant_id) order by 1, 2, 3;

-- Block after block of one vehicle per model; every block belongs to a store.
insert into vehicle (merchant_id, plate, plate_kind, plate_color, vin, model_id, home_store_id, current_store_id,
  odometer_km, fuel_pct, battery_pct, insurance_expire_on, inspection_expire_on, lifecycle, created_by)
select m.id, case when d.n % 5 = 0 then '沪AF' else '沪A' end || lpad(v::text, 5, '0'),
  case when d.n % 5 = 0 then 2 else 1 end, case when d.n % 5 = 0 then 94 else 1 end, 'LSVBA' || lpad(v::text, 12, '0'),
  d.id, s.id, s.id, 1000 + (bench.dice(v, 1) * 80000)::int, 100, case when d.n % 5 = 0 then 90 end,
  '2035-12-31', '2035-12-31', 1, m.account_id
from bench.merchant m
  cross join generate_series(0, m.vehicles - 1) v
  cross join lateral (select v / m.models as block, m.vehicles / m.models / 8 as first_store) b
  join bench.model d on d.merchant_id = m.id and d.n = 1 + v % m.models
  join bench.store s on s.merchant_id = m.id
    and s.n = case when b.block <= b.first_store then 1 else 1 + b.block % m.stores end
order by m.id, v;

-- A year of costs: parking each month, and the insurance of the year.
insert into vehicle_cost (merchant_id, vehicle_id, kind, from_on, to_on, fen, source, shares, created_by)
select v.merchant_id, v.id, c.kind, c.month, c.month, c.fen, 1, jsonb_build_array(jsonb_build_object('month', c.month, 'fen', c.fen)), v.created_by
from vehicle v cross join (
  select 10 as kind, month::date, 30000 as fen from generate_series('2025-12-01'::date, '2026-11-01', '1 month') month
  union all select 5, '2026-01-01', 450000) c
where v.merchant_id in (select id from bench.merchant)
order by 1, 2, 4;

insert into price_rule (merchant_id, store_id, model_id, base_fen, weekend_fen, holiday_fen)
select s.merchant_id, s.id, d.id, price, price * 13 / 10, price * 2
from bench.store s join bench.model d using (merchant_id), lateral (select 15000 + d.n * 1000 as price) p
order by 1, 2, 3;

insert into price_tier (merchant_id, rule_id, from_days, rate_bp)
select r.merchant_id, r.id, days, rate
from price_rule r, unnest(array[3, 7, 15, 30], array[9500, 9000, 8000, 7000]) t (days, rate)
where r.id > (select id from bench.begin)
order by 1, 2, 3;

insert into service_item (merchant_id, code, name, item_type, unit, price_fen, mandatory, handling, cap_days, sort)
select m.id, s.* from bench.merchant m, (values
  ('base', '基础服务费', 1, 'day', 5000, true, false, null::int, 1),
  ('handling', '手续费', 1, 'order', 3500, true, true, null, 2),
  ('premium', '尊享保障', 2, 'day', 3500, false, false, 7, 3),
  ('childSeat', '儿童座椅', 3, 'order', 3000, false, false, null, 4)) s
on conflict do nothing;

insert into fee_config (merchant_id, store_id, kind, fee_mode, amount_fen, base_km, per_km_fen, max_km)
select merchant_id, id, kind, 3, 3000, 3, 300, 50
from bench.store, unnest(array['delivery', 'collect']) kind;
