-- Where cars of some merchants are, as far as their terminals spoke since a moment: asked every few seconds by a process for all the
-- maps that are open there, and given to each by what its viewer may see. `store_ids`: whose people see the car.
create function cars_told(merchants bigint[], since timestamptz, now_at timestamptz)
  returns table (merchant_id bigint, vehicle_id bigint, store_ids bigint[], at timestamptz, lat_e6 int, lng_e6 int, speed smallint,
    course smallint, state smallint, moving boolean, cut boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select l.merchant_id, v.id, array[v.current_store_id, v.home_store_id], l.at, l.lat_e6, l.lng_e6, coalesce(l.speed, 0::smallint),
      coalesce(l.course, 0::smallint),
      (case when l.node is not null then {onlineState.online} when l.acc is false then {onlineState.sleeping} else {onlineState.offline} end)::smallint,
      coalesce(l.speed >= 50 and l.received_at > now_at - interval '5 minutes', false), d.cut_at is not null or coalesce(l.cut, false)
    from device_live l
    join device d on d.merchant_id = l.merchant_id and d.id = l.device_id and d.role = {deviceRole.main}
    join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
   where l.merchant_id = any (merchants) and l.last_msg_at > since and l.lat_e6 is not null;
end $$;
alter function cars_told(bigint[], timestamptz, timestamptz) owner to definer;
revoke all on function cars_told(bigint[], timestamptz, timestamptz) from public;
grant execute on function cars_told(bigint[], timestamptz, timestamptz) to gate;
