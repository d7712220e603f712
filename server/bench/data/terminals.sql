-- A terminal in every car, where it was in the last two days, what it was told and what it told. Runs as superuser with triggers off.

create temp table terminals as
select v.merchant_id, nextval('row_id') as id, v.id as vehicle_id, v.created_by, s.id as store_id, s.lat, s.lng, g.now
from bench.given g, vehicle v join bench.store b on b.id = v.home_store_id join store s on s.merchant_id = v.merchant_id and s.id = b.id
where v.id > (select id from bench.begin);
create index on terminals (vehicle_id);
analyze terminals;

insert into charge_profile (merchant_id, name, charge_item, created_at, created_by, updated_at)
select m.id, '方案' || n, 'e' || n, g.now, m.account_id, g.now from bench.given g, bench.merchant m, generate_series(1, 3) n;

insert into device (merchant_id, id, phone, vehicle_id, bound_at, created_at, created_by, updated_at)
select merchant_id, id, '9' || vehicle_id, vehicle_id, now - interval '1 year', now - interval '1 year', created_by, now from terminals;

insert into terminal (phone, merchant_id, device_id, registered_at, created_at, used_at)
select '9' || vehicle_id, merchant_id, id, now, now, now from terminals;

insert into device_stay (merchant_id, device_id, from_at, vehicle_id, role)
select merchant_id, id, now - interval '1 year', vehicle_id, 1 from terminals;

insert into device_live (merchant_id, device_id, last_msg_at, at, received_at, lat_e6, lng_e6, speed, acc, odometer_m, charge_pct, range_km)
select merchant_id, id, now, now, now, ((lat + bench.dice(id, 1) * 0.05) * 1e6)::int, ((lng + bench.dice(id, 2) * 0.05) * 1e6)::int,
  0, false, 10000000, case when bench.dice(id, 4) < 0.3 then (100 * bench.dice(id, 5))::int end, null
from terminals;

insert into device_km (merchant_id, device_id, day, metres, moving_s, fixes, odometer_m)
select merchant_id, id, now::date - day, 40000, 3600, 200, 10000000 from terminals, generate_series(0, 29) day;

do $$
declare day date;
begin
  for day in select generate_series(now - interval '3 days', now, interval '1 day')::date from bench.given loop
    if to_regclass(to_char(day, '"position_"YYYY_MM_DD')) is null then
      execute format('create table %I partition of position for values from (%L) to (%L)', to_char(day, '"position_"YYYY_MM_DD'),
        day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai');
    end if;
  end loop;
end $$;

insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, valid)
select merchant_id, id, at, at, ((lat + n * 0.0001) * 1e6)::int, (lng * 1e6)::int, 40, true
from terminals, generate_series(1, 48) n, lateral (select now - make_interval(hours => n) as at) x;

insert into fence (merchant_id, name, kind, shape, rule, store_id, created_at, created_by, updated_at)
select s.merchant_id, '围栏' || s.n, 1, '{"center":[121.4,31.2],"radiusM":5000}', 2, s.id, g.now, m.account_id, g.now
from bench.given g, bench.store s join bench.merchant m on m.id = s.merchant_id;

-- An alarm in every rental. One of an open kind is the only one of its car.
insert into alarm (merchant_id, type, level, car_type, vehicle_id, device_id, order_id, store_id, start_at, end_at, last_at, told_at,
  lat_e6, lng_e6, state, handled_by, handled_at, created_at)
select r.merchant_id, a.type, 1 + a.type % 3, case when r.waits then a.type end, r.vehicle_id, t.id, r.id, r.store_id, a.at,
  a.at + interval '5 minutes', a.at, a.at, 31200000, 121400000, case when r.waits then 0 else 2 end,
  case when not r.waits then r.account_id end, case when not r.waits then a.at + interval '1 hour' end, a.at
from bench.rental r join terminals t on t.vehicle_id = r.vehicle_id,
  lateral (select (array[1, 2, 20, 29])[1 + r.n % 4] as type, r.actual_pickup_at + (r.now - r.actual_pickup_at) * 0.01 as at) a;

insert into command (merchant_id, vehicle_id, device_id, order_id, type, state, sends, sent_at, answered_at, ended_at, answer,
  created_at, created_by, updated_at)
select r.merchant_id, r.vehicle_id, t.id, r.id, c.type, 7, 1, r.actual_pickup_at, r.actual_pickup_at, r.actual_pickup_at, 0,
  r.actual_pickup_at, r.account_id, r.actual_pickup_at
from bench.rental r join terminals t on t.vehicle_id = r.vehicle_id, (values (1), (2)) c (type)
where bench.dice(r.seed, 33) < 0.2;

-- Who had which car, as the triggers of assignments would have kept it.
insert into vehicle_use (merchant_id, vehicle_id, kind, ref_id, order_id, renter_id, since_at, until_at, due_at)
select a.merchant_id, a.vehicle_id, 1, a.id, a.order_id, o.renter_id, a.from_at, a.to_at, o.return_at
from vehicle_assignment a join "order" o on o.merchant_id = a.merchant_id and o.id = a.order_id
where not a.void and (a.to_at is null or a.to_at > a.from_at)
on conflict do nothing;

-- How they were driven, where a contract says so.
insert into driving (merchant_id, ref_id, order_id, vehicle_id, through_at, sums, closed, updated_at)
select u.merchant_id, u.ref_id, u.order_id, u.vehicle_id, coalesce(u.until_at, g.now),
  '{"metres":120000,"movingS":9000,"longestMs":5400000,"fastest":1100,"speedings":0,"brakings":1,"last":null,"drive":null,"isSpeeding":false}', true, g.now
from bench.given g, vehicle_use u where u.kind = 1 and u.order_id is not null and u.ref_id > (select id from bench.begin)
on conflict do nothing;

insert into alarm_off (merchant_id, vehicle_id, types, updated_at)
select merchant_id, vehicle_id, '{29}', now from terminals where bench.dice(id, 3) < 0.1;
