-- The alarm 设备身份不符 of a device in a car waits at the store of the car, as every alarm does.
create or replace function terminal_doubted(of_merchant bigint, of_device bigint, why int, now_at timestamptz) returns void language sql set search_path = public as $$
  insert into alarm as a (merchant_id, type, level, vehicle_id, device_id, store_id, start_at, last_at, cause)
    select d.merchant_id, {alarmType.forged}, {alarmLevel.important}, d.vehicle_id, d.id, v.current_store_id, now_at, now_at, why
      from device d left join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
     where d.merchant_id = of_merchant and d.id = of_device
    on conflict (merchant_id, device_id, type) where end_at is null
      do update set cause = excluded.cause where a.type = {alarmType.forged} and coalesce(a.cause, 0) < excluded.cause
$$;
update alarm a set store_id = v.current_store_id from vehicle v
 where a.store_id is null and v.merchant_id = a.merchant_id and v.id = a.vehicle_id;
