-- A booking of a channel whose assignment was not decided in time has a reserved place: an occupancy without a car (kind 5) until the channel sends
-- its number again.
alter table channel_order add column place_id bigint;
comment on column channel_order.place_id is 'The subject of the occupancy that reserves a place for the number; null: none was reserved';

-- Places of numbers that were not sent again.
create function end_channel_places(before timestamptz, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update occupancy set active = false, updated_at = now_at
   where active and vehicle_id is null and kind = {occupancyKind.placing} and updated_at < before
$$;
alter function end_channel_places(timestamptz, timestamptz) owner to definer;
revoke all on function end_channel_places(timestamptz, timestamptz) from public;
grant execute on function end_channel_places(timestamptz, timestamptz) to gate;
