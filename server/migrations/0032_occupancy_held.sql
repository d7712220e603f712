-- Until when a car is held as the stock reads it: one that is out is held until it is back, whenever that is. A plan made for
-- any value (`to_at > $1 or on_rent`) read the whole past of a pool, 30,000 rows for the thousand that count.
alter table occupancy add column held_to timestamptz not null
  generated always as (case when on_rent then 'infinity'::timestamptz else to_at end) stored;

drop index occupancy_pool, occupancy_out, occupancy_vehicle;
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, held_to) where active;
create index occupancy_vehicle on occupancy (merchant_id, vehicle_id, held_to) where active;
