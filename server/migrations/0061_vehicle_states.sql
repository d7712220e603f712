-- What each vehicle does, from what occupancy keeps of its order (0048): the join to "order" looked one up for every car
-- that is held, twice for each first page of the fleet.
create or replace function vehicle_states(grace int) returns table (vehicle_id bigint, run_state smallint)
  language sql stable security definer set search_path = public as $$
  with holding as (
    select c.vehicle_id, c.kind, c.from_at <= app_now() as begun, c.order_status as status, c.return_at
      from occupancy c
     where c.merchant_id = merchant() and c.active and c.to_at > app_now() and c.from_at <= app_now() + interval '1 day'
    union all
    select c.vehicle_id, c.kind, true, c.order_status, c.return_at
      from occupancy c where c.merchant_id = merchant() and c.active and c.on_rent
  )
  select v.id, (case
      when bool_or(h.status = 5 and h.return_at + make_interval(mins => coalesce(
        (s.settings ->> 'graceMinutes')::int, (m.settings ->> 'graceMinutes')::int, grace)) < app_now()) then 40
      when bool_or(h.status = 5) then 30
      when bool_or(h.begun and h.kind = 1) then 50
      when bool_or(h.begun and h.kind = 2) then 60
      when bool_or(h.begun and h.kind = 3) then 70
      when bool_or(h.begun and h.status = 6) then 25
      when bool_or(h.begun and h.kind in (4, 6)) then 80
      when bool_or(h.kind = 0) then 20
      else 10 end)::smallint
    from vehicle v
      join merchant m on m.id = v.merchant_id
      join store s on s.merchant_id = v.merchant_id and s.id = v.home_store_id
      left join holding h on h.vehicle_id = v.id
   where v.merchant_id = merchant() and v.lifecycle = 1
   group by v.id, s.settings, m.settings;
$$;
-- With what it asks for, so that it does without the rows: some thousand are ahead, and one per car that is out.
drop index occupancy_now;
create index occupancy_now on occupancy (merchant_id, to_at) include (vehicle_id, kind, from_at, order_status, return_at)
  where active;
create index occupancy_out on occupancy (merchant_id) include (vehicle_id, kind, order_status, return_at) where on_rent and active;
