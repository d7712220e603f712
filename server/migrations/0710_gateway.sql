-- What the vehicle gateway may do: these functions and nothing else of the tenants' tables. Each takes the merchant from the registry
-- of terminals, by a device or a phone that a link proved, so that no terminal reaches another merchant's rows.
create sequence gateway_session;
alter sequence gateway_session owner to app_owner;
grant usage on sequence gateway_session to definer;

-- Who registers: the pre-entered device that its phone belongs to, and whether it is that one. Another one may forge what it will say.
create function gateway_register(phone text, terminal_id text, imei text, maker text, model text, v2019 boolean)
  returns table (merchant_id bigint, device_id bigint, matches boolean, code_no int)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select t.merchant_id, t.device_id,
           (d.terminal_id <> '' and d.terminal_id in (gateway_register.terminal_id, gateway_register.imei))
             or (d.imei <> '' and d.imei in (gateway_register.terminal_id, gateway_register.imei)), t.code_no
      from terminal t join device d on d.merchant_id = t.merchant_id and d.id = t.device_id where t.phone = gateway_register.phone;
  if not found then return; end if;
  insert into alarm (merchant_id, type, level, vehicle_id, device_id, start_at)
    select t.merchant_id, {alarmType.forged}, {alarmLevel.important}, d.vehicle_id, d.id, app_now()
      from terminal t join device d on d.merchant_id = t.merchant_id and d.id = t.device_id
     where t.phone = gateway_register.phone
       and not coalesce((d.terminal_id <> '' and d.terminal_id in (gateway_register.terminal_id, gateway_register.imei))
             or (d.imei <> '' and d.imei in (gateway_register.terminal_id, gateway_register.imei)), false)
    on conflict do nothing;
  update device d set maker_id = left(gateway_register.maker, 11), model_code = left(gateway_register.model, 30),
         protocol = case when gateway_register.v2019 then 2019 else 2013 end, updated_at = app_now()
    from terminal t
   where t.phone = gateway_register.phone and d.merchant_id = t.merchant_id and d.id = t.device_id
     and (d.maker_id, d.model_code, d.protocol) is distinct from
         (left(gateway_register.maker, 11), left(gateway_register.model, 30), case when gateway_register.v2019 then 2019 else 2013 end)
     and ((d.terminal_id <> '' and d.terminal_id in (gateway_register.terminal_id, gateway_register.imei))
       or (d.imei <> '' and d.imei in (gateway_register.terminal_id, gateway_register.imei)));
end $$;
alter function gateway_register(text, text, text, text, text, boolean) owner to definer;
revoke all on function gateway_register(text, text, text, text, text, boolean) from public;
grant execute on function gateway_register(text, text, text, text, text, boolean) to gate;

-- Keeps the hash of the code that was given out, unless a newer number was made meanwhile.
create function gateway_give_code(phone text, code_no int, hash bytea) returns void language sql security definer set search_path = public as $$
  update terminal t set auth_hash = gateway_give_code.hash, registered_at = coalesce(t.registered_at, app_now())
   where t.phone = gateway_give_code.phone and t.code_no = gateway_give_code.code_no
$$;
alter function gateway_give_code(text, int, bytea) owner to definer;
revoke all on function gateway_give_code(text, int, bytea) from public;
grant execute on function gateway_give_code(text, int, bytea) to gate;

-- Opens the one session of a terminal whose code is right: the one before it ends, wherever it is.
create function gateway_enter(node text, phone text, hash bytea, now_at timestamptz)
  returns table (merchant_id bigint, device_id bigint, session_no bigint, profile smallint, door_inverted boolean, ctl_short boolean,
    at double precision, lat double precision, lng double precision, stopped_since double precision)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  of_device bigint;
begin
  select t.merchant_id, t.device_id into of_merchant, of_device from terminal t
   where t.phone = gateway_enter.phone and t.auth_hash = gateway_enter.hash;
  if not found then return; end if;
  return query
    with entered as (
      insert into device_live as l (merchant_id, device_id, node, session_no, connected_at, last_msg_at)
        values (of_merchant, of_device, gateway_enter.node, nextval('gateway_session'), now_at, now_at)
        on conflict (merchant_id, device_id) do update
          set node = excluded.node, session_no = excluded.session_no, connected_at = excluded.connected_at, last_msg_at = excluded.last_msg_at
        returning l.*)
    select d.merchant_id, d.id, e.session_no, d.profile, d.door_inverted, d.ctl_short, (extract(epoch from e.at) * 1000)::double precision,
           e.lat_e6 / 1e6::double precision, e.lng_e6 / 1e6::double precision, (extract(epoch from e.stopped_since) * 1000)::double precision
      from entered e join device d on d.merchant_id = e.merchant_id and d.id = e.device_id;
end $$;
alter function gateway_enter(text, text, bytea, timestamptz) owner to definer;
revoke all on function gateway_enter(text, text, bytea, timestamptz) from public;
grant execute on function gateway_enter(text, text, bytea, timestamptz) to gate;

-- Stores reports of any number of merchants at once, each report once. Live state moves forward only, and never by a backfill.
create function gateway_ingest(fixes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
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
        alarms bigint, "odometerM" int, fuel int, live boolean, current boolean, "stoppedSince" double precision)
      join terminal t on t.device_id = r."deviceId" where r.current),
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
alter function gateway_ingest(jsonb, timestamptz) owner to definer;
revoke all on function gateway_ingest(jsonb, timestamptz) from public;
grant execute on function gateway_ingest(jsonb, timestamptz) to gate;

-- This node lives; `heard`: which of its sessions had something to say, and when. Answers devices of `held` whose session is another's now.
-- A node that is silent for 15 s has lost its sessions.
create function gateway_beat(node text, heard jsonb, held jsonb) returns setof bigint language plpgsql security definer set search_path = public as $$
declare gone text[];
begin
  insert into gateway_node as g (id, started_at, beat_at) values (gateway_beat.node, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set beat_at = clock_timestamp();
  with silent as (delete from gateway_node g where g.beat_at < clock_timestamp() - interval '15 seconds' returning g.id)
    select array_agg(id) into gone from silent;
  if gone is not null then update device_live l set node = null where l.node = any (gone); end if;
  update device_live l set last_msg_at = greatest(l.last_msg_at, to_timestamp(r.at / 1000.0))
    from jsonb_to_recordset(heard) as r ("deviceId" bigint, "sessionNo" bigint, at double precision) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo";
  -- A node that was taken for dead has its own back, unless another link has them.
  update device_live l set node = gateway_beat.node
    from jsonb_to_recordset(held) as r ("deviceId" bigint, "sessionNo" bigint) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo" and l.node is null;
  return query
    select l.device_id from jsonb_to_recordset(held) as r ("deviceId" bigint, "sessionNo" bigint)
      join terminal t on t.device_id = r."deviceId"
      join device_live l on l.merchant_id = t.merchant_id and l.device_id = r."deviceId"
     where l.session_no > r."sessionNo";
end $$;
alter function gateway_beat(text, jsonb, jsonb) owner to definer;
revoke all on function gateway_beat(text, jsonb, jsonb) from public;
grant execute on function gateway_beat(text, jsonb, jsonb) to gate;

create function gateway_leave(sessions jsonb) returns void language sql security definer set search_path = public as $$
  update device_live l set node = null
    from jsonb_to_recordset(sessions) as r ("deviceId" bigint, "sessionNo" bigint) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo"
$$;
alter function gateway_leave(jsonb) owner to definer;
revoke all on function gateway_leave(jsonb) from public;
grant execute on function gateway_leave(jsonb) to gate;
