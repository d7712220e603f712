-- A car that was swapped away stops itself under its own id while it is made ready: 整备, as after a return.
create or replace function vehicle_states(grace int) returns table (vehicle_id bigint, run_state smallint)
  language sql stable security definer set search_path = public as $$
  with holding as (
    select c.vehicle_id, c.kind, c.from_at <= (select app_now()) as begun, c.order_status as status, c.return_at,
      c.kind = 4 and c.ref_id = c.vehicle_id as cleaning
      from occupancy c
     where c.merchant_id = (select merchant()) and c.active and c.to_at > (select app_now())
       and c.from_at <= (select app_now() + interval '1 day')
    union all
    select c.vehicle_id, c.kind, true, c.order_status, c.return_at, false
      from occupancy c where c.merchant_id = (select merchant()) and c.active and c.on_rent
  ),
  held as (
    select h.vehicle_id, min(h.return_at) filter (where h.status = 5) as back_at,
      -- The first of these that holds it says what it does.
      min(case when h.status = 5 then 1 when h.begun and h.kind = 1 then 2 when h.begun and h.kind = 2 then 3
        when h.begun and h.kind = 3 then 4 when h.begun and (h.status = 6 or h.cleaning) then 5 when h.begun and h.kind in (4, 6) then 6
        when h.kind = 0 then 7 end) as first
      from holding h group by h.vehicle_id
  ),
  lates as materialized (
    select s.id, (select app_now()) - make_interval(mins => coalesce((s.settings ->> 'graceMinutes')::int,
        (select (m.settings ->> 'graceMinutes')::int from merchant m where m.id = (select merchant())), grace)) as late_before
      from store s where s.merchant_id = (select merchant())
  )
  select v.id, (case
      when h.first = 1 and h.back_at < l.late_before then 40
      else coalesce((array[30, 50, 60, 70, 25, 80, 20])[h.first], 10) end)::smallint
    from vehicle v join lates l on l.id = v.home_store_id left join held h on h.vehicle_id = v.id
   where v.merchant_id = (select merchant()) and v.lifecycle = 1;
$$;
