-- Which cars are free: what occupies them, stops of sale.

create table occupancy (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  vehicle_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  period tstzrange not null generated always as (tstzrange(from_at, to_at, '[)')) stored,
  kind smallint not null check (kind between 0 and 6),
  ref_id bigint not null,
  pinned boolean not null default false,
  active boolean not null default true,
  on_rent boolean not null default false,
  one_way boolean not null default false,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- Until when a car is held as the stock reads it: one that is out is held until it is back, whenever that is. A plan made for
  -- any value (`to_at > $1 or on_rent`) read the whole past of a pool, 30,000 rows for the thousand that count.
  held_to timestamptz not null generated always as (
case
    when on_rent then 'infinity'::timestamp with time zone
    else to_at
end) stored,
  -- What the stock asks of an order is kept on what the order holds, so that reading a pool joins no row of "order". Two triggers
  -- keep these four columns, whoever writes either table.
  order_status smallint,
  pickup_at timestamptz,
  return_at timestamptz,
  source smallint,
  -- What the stock reads of an occupancy, as the bytes that it travels in (`stock/read-pools.ts`).
  packed bytea not null generated always as (((((int4send(kind + pinned::integer * 8 + on_rent::integer * 16 + one_way::integer * 32 + coalesce(order_status::integer, 0) * 64 + coalesce(source::integer, 0) * 1024) || int8send(ref_id)) || int8send(coalesce(vehicle_id, 0::bigint))) || timestamptz_send(from_at)) || timestamptz_send(to_at)) || coalesce(timestamptz_send(
case
    when on_rent then return_at
    else pickup_at
end), '\x8000000000000000')) stored,
  primary key (merchant_id, id),
  check (from_at < to_at),
  -- Without a vehicle: an order still being placed, or one that lost its vehicle (排车冲突).
  check (vehicle_id is not null or kind in ({occupancyKind.order}, {occupancyKind.placing})),
  constraint occupancy_no_overlap exclude using gist (merchant_id with =, vehicle_id with =, period with &&) where ((active and (kind = any (array[{occupancyKind.order}, {occupancyKind.relocation}, {occupancyKind.maintenance}, {occupancyKind.inspection}])))) deferrable initially deferred,
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
comment on table occupancy is 'Who holds which vehicle when. kind 0 订单 1 调车 2 维保 3 年检 4 停售(单车) 5 排车中 6 证件过期; one_way: the vehicle leaves its pool at to_at';
comment on column occupancy.order_status is 'Of the order (kind 0, 5) while active; 1 for 1 to 4, which the stock treats alike, so that those steps write nothing here';
comment on column occupancy.packed is 'int4 kind + 8 pinned + 16 out + 32 one-way + 64 status of the order + 1024 its source; int8 ref_id; int8 vehicle_id or 0; timestamptz from_at, to_at; the agreed time that still matters: of a car that is out its return, else the pickup, or -infinity';
create unique index occupancy_on_rent on occupancy (merchant_id, vehicle_id) where on_rent and active;
create index occupancy_ref on occupancy (merchant_id, ref_id, kind) where active;
create index occupancy_ticket on occupancy (merchant_id, kind, to_at) where active and kind in ({occupancyKind.relocation}, {occupancyKind.maintenance}, {occupancyKind.inspection});
-- Orders that lost their car, and those still being placed: few rows, looked for in every pool at once.
create index occupancy_waiting on occupancy (merchant_id, store_id, model_id, to_at) where active and vehicle_id is null;
create index occupancy_vehicle on occupancy (merchant_id, vehicle_id, held_to) where active;
create index occupancy_out on occupancy (merchant_id) include (vehicle_id, kind, order_status, return_at) where on_rent and active;
create index occupancy_now on occupancy (merchant_id, to_at) include (vehicle_id, kind, from_at, order_status, return_at, ref_id)
  where active;
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, held_to) include (packed) where active;
select tenant_table('occupancy');
grant update on occupancy to definer;

create table stop_sale (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  quantity int check (quantity >= 1),
  channels smallint[] not null default '{}',
  reason smallint not null default 5,
  remark text not null default '',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- A stop of one vehicle takes it as an occupancy of kind 4 whose ref_id is this row, which says why and by whom.
  vehicle_id bigint,
  primary key (merchant_id, id),
  check (from_at < to_at),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on column stop_sale.quantity is 'null: all vehicles of the pool, whatever their number';
comment on column stop_sale.vehicle_id is 'Null: so many vehicles of the pool. Else this one, by its occupancy of kind 4';
create index stop_sale_pool on stop_sale (merchant_id, store_id, model_id, to_at) where removed_at is null;
select tenant_table('stop_sale');

create table pool_delta (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  at timestamptz not null,
  delta smallint not null check (delta in (-1, 1)),
  vehicle_id bigint,
  ref_type text not null,
  ref_id bigint not null,
  consumed boolean not null default false,
  primary key (merchant_id, id),
  check (delta = -1 or vehicle_id is not null)
);
comment on table pool_delta is 'A planned move of one vehicle into (+1) or out of (-1) a pool';
create index pool_delta_pool on pool_delta (merchant_id, store_id, model_id, at) where not consumed;
create index pool_delta_ref on pool_delta (merchant_id, ref_id);
select tenant_table('pool_delta', 'insert, update, delete');

create function occupancy_takes_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select case when o.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else o.status end, o.pickup_at, o.return_at, o.source
    into new.order_status, new.pickup_at, new.return_at, new.source
    from "order" o where o.merchant_id = new.merchant_id and o.id = new.ref_id;
  return new;
end $$;
alter function occupancy_takes_order() owner to definer;
revoke all on function occupancy_takes_order() from public;
create trigger takes_order before insert on occupancy for each row when (new.kind in ({occupancyKind.order}, {occupancyKind.placing}))
  execute function occupancy_takes_order();

create function order_tells_occupancy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update occupancy set order_status = case when new.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else new.status end,
      pickup_at = new.pickup_at, return_at = new.return_at, source = new.source
    where merchant_id = new.merchant_id and ref_id = new.id and kind in ({occupancyKind.order}, {occupancyKind.placing}) and active;
  return null;
end $$;
alter function order_tells_occupancy() owner to definer;
revoke all on function order_tells_occupancy() from public;
create trigger tells_occupancy after update of status, pickup_at, return_at, source on "order" for each row
  when (case when old.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else old.status end <> case when new.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else new.status end
    or old.pickup_at <> new.pickup_at or old.return_at <> new.return_at or old.source <> new.source)
  execute function order_tells_occupancy();

-- A car that was swapped away stops itself under its own id while it is made ready: 整备, as after a return.
create function vehicle_states(grace int) returns table (vehicle_id bigint, run_state smallint)
  language sql stable security definer set search_path = public as $$
  with holding as (
    select c.vehicle_id, c.kind, c.from_at <= (select app_now()) as begun, c.order_status as status, c.return_at,
      c.kind = {occupancyKind.stop} and c.ref_id = c.vehicle_id as cleaning
      from occupancy c
     where c.merchant_id = (select merchant()) and c.active and c.to_at > (select app_now())
       and c.from_at <= (select app_now() + interval '1 day')
    union all
    select c.vehicle_id, c.kind, true, c.order_status, c.return_at, false
      from occupancy c where c.merchant_id = (select merchant()) and c.active and c.on_rent
  ),
  held as (
    select h.vehicle_id, min(h.return_at) filter (where h.status = {orderStatus.pickedUp}) as back_at,
      -- The first of these that holds it says what it does.
      min(case when h.status = {orderStatus.pickedUp} then 1 when h.begun and h.kind = {occupancyKind.relocation} then 2 when h.begun and h.kind = {occupancyKind.maintenance} then 3
        when h.begun and h.kind = {occupancyKind.inspection} then 4 when h.begun and (h.status = {orderStatus.returned} or h.cleaning) then 5 when h.begun and h.kind in ({occupancyKind.stop}, {occupancyKind.documentExpired}) then 6
        when h.kind = {occupancyKind.order} then 7 end) as first
      from holding h group by h.vehicle_id
  ),
  lates as materialized (
    select s.id, (select app_now()) - make_interval(mins => coalesce((s.settings ->> 'graceMinutes')::int,
        (select (m.settings ->> 'graceMinutes')::int from merchant m where m.id = (select merchant())), grace)) as late_before
      from store s where s.merchant_id = (select merchant())
  )
  select v.id, (case
      when h.first = 1 and h.back_at < l.late_before then {runState.overdue}
      else coalesce((array[{runState.onRent}, {runState.relocation}, {runState.maintenance}, {runState.inspection}, {runState.turnaround}, {runState.stopped}, {runState.waitingPickup}])[h.first], {runState.idle}) end)::smallint
    from vehicle v join lates l on l.id = v.home_store_id left join held h on h.vehicle_id = v.id
   where v.merchant_id = (select merchant()) and v.lifecycle = {lifecycle.inService};
$$;
alter function vehicle_states(int) owner to definer;
revoke all on function vehicle_states(int) from public;
grant execute on function vehicle_states(int) to tenant;

select grant_as_tenant();
