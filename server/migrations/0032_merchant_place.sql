-- Where a merchant lives that this cluster does not serve: it moves to another cluster, has moved there, or has not arrived here yet. A
-- merchant without a row is served here. The installation's own table: it is read before anybody's merchant is known.
create table merchant_place (
  merchant_id bigint primary key,
  state smallint not null check (state in ({merchantPlace.leaving}, {merchantPlace.elsewhere}, {merchantPlace.arriving})),
  url text not null default '',
  gateway text not null default '',
  since timestamptz not null default now()
);
alter table merchant_place owner to app_owner;
grant select on merchant_place to gate, definer;
comment on column merchant_place.url is 'Address of the servers of the cluster where it lives; empty while nobody serves it';
comment on column merchant_place.gateway is 'host:port of the gateways there';

-- The merchant itself, when it is served here. CY003: nobody serves it for the moment; CY004: the message is the address that serves it.
-- app.moving names the merchant whose move runs the transaction.
create function at_home(merchant text) returns text language plpgsql stable security definer set search_path = public as $$
declare place merchant_place%rowtype;
begin
  select * into place from merchant_place p where p.merchant_id = merchant::bigint;
  if found and coalesce(current_setting('app.moving', true), '') <> merchant then
    raise exception using errcode = case place.state when {merchantPlace.elsewhere} then 'CY004' else 'CY003' end, message = place.url;
  end if;
  return merchant;
end $$;
alter function at_home(text) owner to definer;
revoke all on function at_home(text) from public;
grant execute on function at_home(text) to gate;

-- The one address at which all merchants of a person live, when none of them is served here.
create function place_of_person(hash bytea) returns text language sql stable security definer set search_path = public as $$
  select case when bool_and(p.state = {merchantPlace.elsewhere}) and min(p.url) = max(p.url) then min(p.url) end
    from app_user u
    join account a on a.user_id = u.id and a.deleted_at is null
    left join merchant_place p on p.merchant_id = a.merchant_id
   where u.mobile_hash = hash and not u.operator
$$;
alter function place_of_person(bytea) owner to definer;
revoke all on function place_of_person(bytea) from public;
grant execute on function place_of_person(bytea) to gate;

create or replace function every_merchant() returns table (id bigint) language sql stable security definer set search_path = public as
  $$ select m.id from merchant m where m.status in ({merchantStatus.normal}, {merchantStatus.suspended})
       and m.id not in (select p.merchant_id from merchant_place p) order by m.id $$;

-- As before, for merchants that are served here.
create or replace function job_take(by_runner uuid, lease_seconds int) returns table (merchant_id bigint, id bigint)
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from job j
    where j.state = {jobState.queued} or (j.state = {jobState.running} and j.lease_until < clock_timestamp())) then return; end if;
  -- Two runners at once would each count one running row too few.
  perform pg_advisory_xact_lock(hashtext('job_take'));
  return query
    with next as (
      select j.merchant_id, j.id from job j
        cross join lateral (select count(*) as count from job r
          where r.merchant_id = j.merchant_id and r.state = {jobState.running} and r.lease_until >= clock_timestamp()) running
       where (j.state = {jobState.queued} or (j.state = {jobState.running} and j.lease_until < clock_timestamp())) and running.count < 2
         and j.merchant_id not in (select p.merchant_id from merchant_place p)
       order by running.count, j.id limit 1)
    update job t set state = {jobState.running}, runner = by_runner, attempts = t.attempts + 1,
        lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
      from next where t.merchant_id = next.merchant_id and t.id = next.id
        -- Asked again of the row as it is once its lock is ours: a runner given up for dead may have ended it.
        and (t.state = {jobState.queued} or (t.state = {jobState.running} and t.lease_until < clock_timestamp()))
    returning t.merchant_id, t.id;
end $$;

-- As before, for merchants that are served here.
create or replace function alarms_of_silence(defaults jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
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
       and l.merchant_id not in (select p.merchant_id from merchant_place p)
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

-- As before, for merchants that are served here: reports of others are not stored.
create or replace function gateway_ingest(fixes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
begin
  with told as materialized (
    select t.merchant_id, r.*, to_timestamp(r.at / 1000.0) as at_time
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, "sessionNo" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, valid boolean, backfill boolean, live boolean, current boolean,
        "stoppedSince" double precision, metres int, "movingS" int)
      join terminal t on t.device_id = r."deviceId" and t.merchant_id not in (select p.merchant_id from merchant_place p)),
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
        alarms bigint, "odometerM" int, fuel int, live boolean, current boolean, "stoppedSince" double precision)
      join terminal t on t.device_id = r."deviceId" and t.merchant_id not in (select p.merchant_id from merchant_place p) where r.current),
  newest as (select distinct on ("deviceId") * from told where live order by "deviceId", at desc),
  state as (select distinct on ("deviceId") * from told order by "deviceId", at desc)
  update device_live l set
      last_msg_at = greatest(l.last_msg_at, now_at),
      status_bits = s.status, alarm_bits = s.alarms, acc = s.status & 1 <> 0, locked = s.status & 4096 <> 0,
      door_open = s.status & 8192 <> 0, cut = s.status & 1024 <> 0,
      signal = coalesce(s.signal, l.signal), odometer_m = coalesce(s."odometerM", l.odometer_m), fuel_dl = coalesce(s.fuel, l.fuel_dl),
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

-- Of these devices those whose reports were not stored. Volatile, because it must see what gateway_ingest saw in the same statement.
create function gateway_away(device_ids bigint[]) returns bigint[] language plpgsql volatile security definer set search_path = public as $$
begin
  return (select coalesce(array_agg(t.device_id), '{}') from merchant_place p
    join terminal t on t.merchant_id = p.merchant_id and t.device_id = any (device_ids));
end $$;
alter function gateway_away(bigint[]) owner to definer;
revoke all on function gateway_away(bigint[]) from public;
grant execute on function gateway_away(bigint[]) to gate;

-- The gateway that serves a terminal: null for this one, empty for none at the moment.
create function gateway_place(phone text) returns text language sql stable security definer set search_path = public as $$
  select p.gateway from terminal t join merchant_place p on p.merchant_id = t.merchant_id where t.phone = gateway_place.phone
$$;
alter function gateway_place(text) owner to definer;
revoke all on function gateway_place(text) from public;
grant execute on function gateway_place(text) to gate;
