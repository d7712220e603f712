-- Fences and alarms. A report is compared with the rules of its merchant by the gateway, after it is stored.
alter table fence add column store_id bigint, add column vehicle_ids bigint[] not null default '{}';
alter table fence add foreign key (merchant_id, store_id) references store (merchant_id, id);
comment on table fence is 'kind 1 圆 2 多边形; rule 1 驶出 2 驶入 3 超速 4 禁断油电; for cars of a store, or chosen cars, or all; hours {from, to} in minutes of the day. targets is no longer used';
create index fence_store on fence (merchant_id, store_id);
create index fence_page on fence (merchant_id, id desc) where deleted_at is null;
create policy scope on fence as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or store_id is null
    or store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));
select guard_reach('fence', 'store_id');

-- `measured`: in the unit of the type; `times`: how often it began before it was handled; `told_at`: when staff were notified.
-- `store_id`: where the car belonged then. `car_type`: the type, while it has not ended or is not handled. An identity in doubt is of a device, not of its car.
alter table alarm add column measured int, add column limit_value int, add column times int not null default 1, add column last_at timestamptz,
  add column told_at timestamptz, add column car_type smallint, add column store_id bigint;
alter table alarm add foreign key (merchant_id, store_id) references store (merchant_id, id);
create function alarm_of_car() returns trigger language plpgsql as $$
begin
  new.car_type := case when new.type <> {alarmType.forged}
    and (new.end_at is null or new.state in ({alarmState.open}, {alarmState.running})) then new.type end;
  return new;
end $$;
create trigger of_car before insert or update on alarm for each row execute function alarm_of_car();
create unique index alarm_of_car on alarm (merchant_id, vehicle_id, car_type) where car_type is not null;
create index alarm_store on alarm (merchant_id, store_id, id desc);
create index alarm_page on alarm (merchant_id, id desc);
create index alarm_untold on alarm (merchant_id, id) where told_at is null;
create index alarm_fence on alarm (merchant_id, fence_id) where fence_id is not null;
create index alarm_order on alarm (merchant_id, order_id) where order_id is not null;
update alarm set told_at = created_at;

-- A threshold in the unit of its type.
alter table alarm_rule add column limit_value int;

alter table pending_work drop constraint pending_work_subject_check;
alter table pending_work add constraint pending_work_subject_check check (subject in ('order', 'ticket', 'violation', 'referral', 'alarm'));

grant select on fence, alarm_rule to definer;

-- Open pages are told of each alarm that begins, ends or is handled.
create function tell_of_alarm() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
    select new.merchant_id, 'alarm', new.id::text,
      jsonb_build_object('alarmId', new.id::text, 'vehicleId', new.vehicle_id::text, 'type', new.type, 'level', new.level, 'state', new.state),
      array[v.current_store_id, v.home_store_id]
      from vehicle v where v.merchant_id = new.merchant_id and v.id = new.vehicle_id
  on conflict (merchant_id, xid, type, ref) do update set data = excluded.data;
  return null;
end $$;
alter function tell_of_alarm() owner to definer;
revoke all on function tell_of_alarm() from public;
create trigger told_new after insert on alarm for each row execute function tell_of_alarm();
create trigger told after update of state, end_at on alarm for each row
  when ((old.state, old.end_at) is distinct from (new.state, new.end_at)) execute function tell_of_alarm();

-- A device that leaves its car ends the alarms of both: its next reports are of another car.
create function ends_alarms() returns trigger language plpgsql as $$
begin
  update alarm a set end_at = greatest(a.start_at, app_now())
   where a.merchant_id = old.merchant_id and a.device_id = old.id and a.end_at is null and a.type <> {alarmType.forged};
  return null;
end $$;
create trigger ends_alarms after update of vehicle_id on device for each row
  when (old.vehicle_id is distinct from new.vehicle_id) execute function ends_alarms();

-- What reports of these devices are compared with: facts of their cars, and of merchants that are not `known` the rules. One statement
-- for all reports of a flush.
create function gateway_watch(device_ids bigint[], known bigint[], now_at timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return (
    with car as materialized (
      select d.merchant_id, d.id as device_id, v.id as vehicle_id, v.current_store_id, v.home_store_id
        from terminal t
        join device d on d.merchant_id = t.merchant_id and d.id = t.device_id and d.role = {deviceRole.main}
        join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
       where t.device_id = any (device_ids))
    select jsonb_build_object(
      'cars', (select coalesce(jsonb_agg(jsonb_build_object('deviceId', c.device_id::text, 'merchantId', c.merchant_id::text,
          'vehicleId', c.vehicle_id::text, 'storeIds', jsonb_build_array(c.current_store_id::text, c.home_store_id::text),
          'store', case when s.lat is not null and s.lng is not null then jsonb_build_object('lat', s.lat, 'lng', s.lng) end,
          'dueAt', (select epoch_ms(o.return_at) from "order" o where o.merchant_id = c.merchant_id and o.vehicle_id = c.vehicle_id
            and o.status = {orderStatus.pickedUp} order by o.return_at desc limit 1),
          'todayMetres', coalesce(k.metres, 0),
          'open', (select coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'fenceId', a.fence_id::text) order by a.id), '[]') from alarm a
            where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type is not null and a.end_at is null))), '[]')
        from car c
        join store s on s.merchant_id = c.merchant_id and s.id = c.current_store_id
        left join device_km k on k.merchant_id = c.merchant_id and k.device_id = c.device_id
          and k.day = (now_at at time zone 'Asia/Shanghai')::date),
      'merchants', (select coalesce(jsonb_agg(jsonb_build_object('merchantId', m.merchant_id::text,
          'rules', (select coalesce(jsonb_agg(jsonb_build_object('type', r.type, 'level', r.level, 'active', r.active, 'notify', r.notify,
            'limit', r.limit_value)), '[]') from alarm_rule r where r.merchant_id = m.merchant_id),
          'fences', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id::text, 'shape', f.shape, 'rule', f.rule, 'limitKmh', f.limit_kmh,
            'level', f.level, 'storeId', f.store_id::text, 'vehicleIds', f.vehicle_ids::text[], 'hours', f.hours) order by f.id), '[]') from fence f
            where f.merchant_id = m.merchant_id and f.active and f.deleted_at is null and f.rule <> {fenceRule.noCut}),
          'stores', (select coalesce(jsonb_agg(jsonb_build_object('lat', s.lat, 'lng', s.lng)), '[]') from store s
            where s.merchant_id = m.merchant_id and s.lat is not null and s.lng is not null))), '[]')
        from (select distinct c.merchant_id from car c where c.merchant_id <> all (known)) m)));
end $$;
alter function gateway_watch(bigint[], bigint[], timestamptz) owner to definer;
revoke all on function gateway_watch(bigint[], bigint[], timestamptz) from public;
grant execute on function gateway_watch(bigint[], bigint[], timestamptz) to gate;

-- Alarms that begin or end. One that begins again before it was handled goes on. Whoever begins the same at once waits for the other and
-- finds its row.
create function gateway_alarms(changes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  c record;
begin
  for c in
    select d.merchant_id, d.vehicle_id, d.id as device_id, v.current_store_id, r.*, to_timestamp(r.at / 1000.0) as began
      from jsonb_to_recordset(changes) as r (n int, "deviceId" bigint, "vehicleId" bigint, type smallint, "on" boolean, level smallint,
        "fenceId" bigint, value int, "limit" int, at double precision, "latE6" int, "lngE6" int)
      join terminal t on t.device_id = r."deviceId"
      join device d on d.merchant_id = t.merchant_id and d.id = t.device_id and d.vehicle_id = r."vehicleId"
      join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
     order by d.merchant_id, d.vehicle_id, r.n
  loop
    if not c."on" then
      update alarm a set end_at = greatest(c.began, a.last_at, a.start_at)
       where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.end_at is null;
      continue;
    end if;
    update alarm a set end_at = null, times = a.times + 1, last_at = c.began
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.end_at is not null;
    continue when found;
    insert into alarm (merchant_id, type, level, vehicle_id, device_id, store_id, order_id, fence_id, start_at, last_at, lat_e6, lng_e6, measured, limit_value)
      select c.merchant_id, c.type, c.level, c.vehicle_id, c.device_id, c.current_store_id,
             (select o.id from "order" o where o.merchant_id = c.merchant_id and o.vehicle_id = c.vehicle_id and o.status = {orderStatus.pickedUp}
               order by o.return_at desc limit 1),
             (select f.id from fence f where f.merchant_id = c.merchant_id and f.id = c."fenceId"),
             c.began, c.began, c."latE6", c."lngE6", c.value, c."limit"
      on conflict do nothing;
  end loop;
end $$;
alter function gateway_alarms(jsonb, timestamptz) owner to definer;
revoke all on function gateway_alarms(jsonb, timestamptz) from public;
grant execute on function gateway_alarms(jsonb, timestamptz) to gate;

-- Alarms of silence, of all merchants: a device that lost its power and then its link, or that says nothing for hours. `defaults`: the
-- rules where a merchant has none of its own; `limit` in minutes.
create function alarms_of_silence(defaults jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
begin
  update alarm a set end_at = greatest(l.last_msg_at, a.last_at)
    from device_live l
   where a.type in ({alarmType.unplugged}, {alarmType.longOffline}) and a.end_at is null
     and l.merchant_id = a.merchant_id and l.device_id = a.device_id and l.last_msg_at > a.last_at;

  with rule as (
    select d.type, d.minutes, d.level, d.active, d."limit" from jsonb_to_recordset(defaults)
      as d (type smallint, minutes int, level smallint, active boolean, "limit" int)),
  silent as materialized (
    select l.merchant_id, l.device_id, d.vehicle_id, v.current_store_id, u.type, coalesce(r.level, u.level) as level, coalesce(r.limit_value, u."limit") as limit_value,
           floor(extract(epoch from now_at - l.last_msg_at) / 60 / u.minutes)::int as value, l.lat_e6, l.lng_e6
      from device_live l
      join device d on d.merchant_id = l.merchant_id and d.id = l.device_id and d.role = {deviceRole.main}
      join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id and v.lifecycle = {lifecycle.inService}
      cross join rule u
      left join alarm_rule r on r.merchant_id = l.merchant_id and r.type = u.type
     where coalesce(r.active, u.active)
       and l.last_msg_at < now_at - coalesce(r.limit_value, u."limit") * u.minutes * interval '1 minute'
       -- Bit 8: its main power is cut.
       and (u.type <> {alarmType.unplugged} or l.alarm_bits & 256 <> 0)),
  again as (
    update alarm a set end_at = null, times = a.times + 1, last_at = now_at from silent s
     where a.merchant_id = s.merchant_id and a.vehicle_id = s.vehicle_id and a.car_type = s.type and a.end_at is not null
    returning a.merchant_id, a.vehicle_id, a.type)
  insert into alarm (merchant_id, type, level, vehicle_id, device_id, store_id, order_id, start_at, last_at, lat_e6, lng_e6, measured, limit_value)
    select s.merchant_id, s.type, s.level, s.vehicle_id, s.device_id, s.current_store_id,
           (select o.id from "order" o where o.merchant_id = s.merchant_id and o.vehicle_id = s.vehicle_id and o.status = {orderStatus.pickedUp}
             order by o.return_at desc limit 1),
           now_at, now_at, s.lat_e6, s.lng_e6, s.value, s.limit_value
      from silent s
     where not exists (select from again g where g.merchant_id = s.merchant_id and g.vehicle_id = s.vehicle_id and g.type = s.type)
     order by s.merchant_id, s.vehicle_id, s.type
    on conflict do nothing;
end $$;
alter function alarms_of_silence(jsonb, timestamptz) owner to definer;
revoke all on function alarms_of_silence(jsonb, timestamptz) from public;
grant execute on function alarms_of_silence(jsonb, timestamptz) to gate;

-- Merchants with alarms that nobody was notified of.
create function alarms_untold() returns setof bigint language sql stable security definer set search_path = public as $$
  select distinct a.merchant_id from alarm a where a.told_at is null
$$;
alter function alarms_untold() owner to definer;
revoke all on function alarms_untold() from public;
grant execute on function alarms_untold() to gate;

-- Whether a device was parked here within the last day: reports of ten minutes and more with the engine off, within about 200 m.
create function parked_here(of_merchant bigint, of_device bigint, lat_e6 int, lng_e6 int, now_at timestamptz) returns boolean
  language sql stable set search_path = public as $$
  select coalesce(max(p.at) - min(p.at) >= interval '10 minutes', false) from position p
   where p.merchant_id = of_merchant and p.device_id = of_device and p.at > now_at - interval '1 day' and p.at <= now_at
     and p.valid and p.speed < 30 and p.status_bits & 1 = 0
     and abs(p.lat_e6 - parked_here.lat_e6) <= 1800
     and abs(p.lng_e6 - parked_here.lng_e6) <= 1800 / greatest(cos(radians(parked_here.lat_e6 / 1e6)), 0.1)
$$;

-- Stores reports of any number of merchants at once, each report once. Live state moves forward only, and never by a backfill.
create or replace function gateway_ingest(fixes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
begin
  with told as materialized (
    select t.merchant_id, r.*, to_timestamp(r.at / 1000.0) as at_time
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, "sessionNo" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, valid boolean, backfill boolean, live boolean, current boolean,
        "stoppedSince" double precision, metres int, "movingS" int)
      join terminal t on t.device_id = r."deviceId"),
  stored as (
    insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, pulse_speed, course, altitude, satellites,
        signal, valid, backfill, status_bits, alarm_bits, odometer_m, fuel_dl)
      select distinct on (merchant_id, "deviceId", at_time) merchant_id, "deviceId", at_time, now_at, "latE6", "lngE6", speed, "pulseSpeed",
             course, altitude, satellites, signal, valid, backfill, status, alarms, "odometerM", fuel
        from told order by merchant_id, "deviceId", at_time
      on conflict do nothing
      returning merchant_id, device_id, at)
  insert into device_km as k (merchant_id, device_id, day, metres, moving_s, fixes, odometer_m)
    select s.merchant_id, s.device_id, (s.at at time zone 'Asia/Shanghai')::date, sum(r.metres), sum(r."movingS"), count(*), max(r."odometerM")
      from stored s
      cross join lateral (select metres, "movingS", "odometerM" from told
        where told."deviceId" = s.device_id and told.at_time = s.at limit 1) r
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (merchant_id, device_id, day) do update
      set metres = k.metres + excluded.metres, moving_s = k.moving_s + excluded.moving_s, fixes = k.fixes + excluded.fixes,
          odometer_m = greatest(k.odometer_m, excluded.odometer_m);

  with told as materialized (
    select t.merchant_id, r.*
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, "batteryMv" int, live boolean, current boolean, "stoppedSince" double precision)
      join terminal t on t.device_id = r."deviceId" where r.current),
  newest as (select distinct on ("deviceId") * from told where live order by "deviceId", at desc),
  state as (select distinct on ("deviceId") * from told order by "deviceId", at desc)
  update device_live l set
      last_msg_at = greatest(l.last_msg_at, now_at),
      status_bits = s.status, alarm_bits = s.alarms, acc = s.status & 1 <> 0, locked = s.status & 4096 <> 0,
      door_open = s.status & 8192 <> 0, cut = s.status & 1024 <> 0,
      signal = coalesce(s.signal, l.signal), odometer_m = coalesce(s."odometerM", l.odometer_m), fuel_dl = coalesce(s.fuel, l.fuel_dl),
      battery_mv = coalesce(s."batteryMv", l.battery_mv),
      at = case when n.is_newer then to_timestamp(n.at / 1000.0) else l.at end,
      received_at = case when n.is_newer then now_at else l.received_at end,
      lat_e6 = case when n.is_newer then n."latE6" else l.lat_e6 end,
      lng_e6 = case when n.is_newer then n."lngE6" else l.lng_e6 end,
      speed = case when n.is_newer then n.speed else l.speed end,
      pulse_speed = case when n.is_newer then n."pulseSpeed" else l.pulse_speed end,
      course = case when n.is_newer then n.course else l.course end,
      altitude = case when n.is_newer then n.altitude else l.altitude end,
      satellites = case when n.is_newer then n.satellites else l.satellites end,
      stopped_since = case when n.is_newer then to_timestamp(n."stoppedSince" / 1000.0) else l.stopped_since end
    from state s
    join device_live b on b.merchant_id = s.merchant_id and b.device_id = s."deviceId"
    left join lateral (select x.*, b.at is null or b.at < to_timestamp(x.at / 1000.0) as is_newer
      from newest x where x."deviceId" = s."deviceId") n on true
   where l.merchant_id = s.merchant_id and l.device_id = s."deviceId"
     and (l.at is null or l.at <= to_timestamp(s.at / 1000.0));
end $$;

-- Locks order, device, its live state and the command, in this order, and tells what the verdict rests on; null: it is not this session's any more.
create or replace function gateway_judged_facts(device_id bigint, id bigint, session_no bigint, now_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  car bigint;
  paid timestamptz;
  d device%rowtype;
  l device_live%rowtype;
  c command%rowtype;
begin
  select t.merchant_id into of_merchant from terminal t where t.device_id = gateway_judged_facts.device_id;
  select x.vehicle_id into car from command x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.id;
  select o.return_at into paid from "order" o
   where o.merchant_id = of_merchant and o.vehicle_id = car and o.status = {orderStatus.pickedUp} order by o.id limit 1 for update;
  select * into d from device x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.device_id for update;
  select * into l from device_live x where x.merchant_id = of_merchant and x.device_id = gateway_judged_facts.device_id for update;
  select * into c from command x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.id for update;
  if c.id is null or c.device_id <> gateway_judged_facts.device_id or c.type not in ({commandType.engineCut}, {commandType.unlock})
    or c.state not in ({commandState.toSend}, {commandState.sent}) or l.session_no <> gateway_judged_facts.session_no
    or d.vehicle_id is distinct from c.vehicle_id or c.sends >= 3 then return null; end if;
  return jsonb_build_object(
    'type', c.type, 'state', c.state, 'armed', c.armed, 'category', c.category,
    'emergency', coalesce((c.params ->> 'emergency')::boolean, false),
    -- A customer opens a parked car, whose terminal reports no recent position; staff need one to unlock a rented car.
    'rented', paid is not null and not coalesce((c.params ->> 'customer')::boolean, false),
    'doubted', exists (select from alarm a where a.merchant_id = of_merchant and a.device_id = d.id and a.type = {alarmType.forged}
      and a.state in ({alarmState.open}, {alarmState.running})),
    'enabled', coalesce((select (m.settings ->> 'engineCutEnabled')::boolean from merchant m where m.id = of_merchant), false),
    'profile', d.profile, 'doorInverted', d.door_inverted, 'ctlShort', d.ctl_short,
    'stoppedSince', epoch_ms(l.stopped_since), 'paidUntil', epoch_ms(paid),
    'fixes', coalesce((select jsonb_agg(jsonb_build_object('at', epoch_ms(p.at), 'receivedAt', epoch_ms(p.received_at), 'lat', p.lat_e6 / 1e6,
        'lng', p.lng_e6 / 1e6, 'speed', p.speed, 'pulseSpeed', p.pulse_speed, 'valid', p.valid, 'acc', p.status_bits & 1 <> 0) order by p.at desc)
      from (select * from position x where x.merchant_id = of_merchant and x.device_id = gateway_judged_facts.device_id
             and x.at > now_at - interval '10 minutes' and not x.backfill
             and x.received_at >= coalesce(l.moved_at, '-infinity') order by x.at desc limit 60) p), '[]'),
    'parkedHere', case when coalesce((select (m.settings ->> 'noCutRule')::int from merchant m where m.id = of_merchant), 0) <> 1
      then coalesce(parked_here(of_merchant, d.id, l.lat_e6, l.lng_e6, now_at), false) end,
    'zones', coalesce((select jsonb_agg(f.shape) from fence f join vehicle v on v.merchant_id = of_merchant and v.id = car
       where f.merchant_id = of_merchant and f.rule = {fenceRule.noCut} and f.active and f.deleted_at is null
         and (f.store_id is null or f.store_id in (v.current_store_id, v.home_store_id))
         and (f.vehicle_ids = '{}' or car = any (f.vehicle_ids))), '[]'));
end $$;
