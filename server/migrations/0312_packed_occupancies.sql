-- What the stock reads of an occupancy is kept as the bytes that it travels in, 44 of them (`stock/read-pools.ts`): making them
-- took two thirds of the statement that every question of availability asks. The index carries them in place of twelve columns,
-- and is a fifth smaller; the release before reads the table itself meanwhile. The table is written anew, 20 s for 220,000 orders.
alter table occupancy add column packed bytea not null generated always as (
  int4send(kind + pinned::int * 8 + on_rent::int * 16 + one_way::int * 32 + coalesce(order_status, 0) * 64 + coalesce(source, 0) * 1024)
  || int8send(ref_id) || int8send(coalesce(vehicle_id, 0)) || timestamptz_send(from_at) || timestamptz_send(to_at)
  || coalesce(timestamptz_send(case when on_rent then return_at else pickup_at end), '\x8000000000000000')
) stored;
comment on column occupancy.packed is
  'int4 kind + 8 pinned + 16 out + 32 one-way + 64 status of the order + 1024 its source; int8 ref_id; int8 vehicle_id or 0; timestamptz from_at, to_at; the agreed time that still matters: of a car that is out its return, else the pickup, or -infinity';
drop index occupancy_pool;
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, held_to) include (packed) where active;
