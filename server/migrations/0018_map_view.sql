-- What the maps of a tab show: the parts of the earth in sight, and until when positions of cars on rent may be sent. A stream
-- reads it with its ticket, because the call that changes it may reach another server than the stream.
alter table stream_ticket add column view jsonb;
comment on table stream_ticket is 'Opens a stream once, within 60 s; while a map is open, says what it shows. Outside policy: read by role gate only';
comment on column stream_ticket.view is 'MapView of platform/stream/store.ts; null: no map was open yet';
grant update on stream_ticket to definer;

-- Each change keeps the ticket for another hour; a ticket that was used opens no second stream.
create function stream_view(hash bytea, session_id bigint, view jsonb) returns void
  language sql security definer set search_path = public as $$
  update stream_ticket t set view = stream_view.view, expire_at = (select app_now())
   where t.hash = stream_view.hash and t.session_id = stream_view.session_id and t.used_at is not null
$$;
alter function stream_view(bytea, bigint, jsonb) owner to definer;
revoke all on function stream_view(bytea, bigint, jsonb) from public;
grant execute on function stream_view(bytea, bigint, jsonb) to tenant;

-- As cars_told, which the previous release reads, and whether a customer has the car.
create function cars_on_maps(merchants bigint[], since timestamptz, now_at timestamptz)
  returns table (merchant_id bigint, vehicle_id bigint, store_ids bigint[], at timestamptz, lat_e6 int, lng_e6 int, speed smallint,
    course smallint, state smallint, moving boolean, cut boolean, rented boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select c.*, o.vehicle_id is not null
    from cars_told(merchants, since, now_at) c
    left join occupancy o on o.merchant_id = c.merchant_id and o.vehicle_id = c.vehicle_id and o.on_rent and o.active
      and o.order_status = {orderStatus.pickedUp};
end $$;
alter function cars_on_maps(bigint[], timestamptz, timestamptz) owner to definer;
revoke all on function cars_on_maps(bigint[], timestamptz, timestamptz) from public;
grant execute on function cars_on_maps(bigint[], timestamptz, timestamptz) to gate;
