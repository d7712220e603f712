-- The alarm of a car that breaks a fence of a higher level becomes an alarm of that fence, and staff are notified again.
create or replace function gateway_watch(device_ids bigint[], known bigint[], now_at timestamptz) returns jsonb
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
          'open', (select coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'fenceId', a.fence_id::text, 'level', a.level) order by a.id), '[]') from alarm a
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

-- Alarms that begin, rise or end. One that begins again before it was handled goes on. Whoever begins the same at once waits for the other and
-- finds its row.
create or replace function gateway_alarms(changes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  c record;
begin
  for c in
    select d.merchant_id, d.vehicle_id, d.id as device_id, v.current_store_id, r.*, to_timestamp(r.at / 1000.0) as began,
           (select f.id from fence f where f.merchant_id = d.merchant_id and f.id = r."fenceId") as fence,
           case when r."on" then (select o.id from "order" o where o.merchant_id = d.merchant_id and o.vehicle_id = v.id
             and o.status = {orderStatus.pickedUp} order by o.return_at desc limit 1) end as customer
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
    -- A closed alarm remains closed: the higher level is another one.
    update alarm a set end_at = greatest(c.began, a.last_at, a.start_at)
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.level < c.level
       and a.state in ({alarmState.done}, {alarmState.mistaken});
    update alarm a set end_at = null, times = a.times + (a.end_at is not null)::int, last_at = c.began, version = a.version + 1, told_at = null,
        state = {alarmState.open}, handled_by = null, handled_at = null, level = c.level, fence_id = c.fence, order_id = c.customer,
        store_id = c.current_store_id, start_at = c.began, lat_e6 = c."latE6", lng_e6 = c."lngE6", measured = c.value, limit_value = c."limit"
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.level < c.level;
    continue when found;
    update alarm a set end_at = null, times = a.times + 1, last_at = c.began
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.end_at is not null;
    continue when found;
    insert into alarm (merchant_id, type, level, vehicle_id, device_id, store_id, order_id, fence_id, start_at, last_at, lat_e6, lng_e6, measured, limit_value)
      values (c.merchant_id, c.type, c.level, c.vehicle_id, c.device_id, c.current_store_id, c.customer, c.fence, c.began, c.began, c."latE6", c."lngE6",
        c.value, c."limit")
      on conflict do nothing;
  end loop;
end $$;

create or replace trigger told after update of state, end_at, level on alarm for each row
  when ((old.state, old.end_at, old.level) is distinct from (new.state, new.end_at, new.level)) execute function tell_of_alarm();

-- Commands of all cars, the newest first, by kind, by person, and those that did not reach their end.
create index command_type on command (merchant_id, type, id desc);
create index command_by on command (merchant_id, created_by, id desc);
create index command_failed on command (merchant_id, id desc)
  where state in ({commandState.failed}, {commandState.timedOut}, {commandState.refused});
create index command_cancelled on command (merchant_id, id desc) where state = {commandState.cancelled};
