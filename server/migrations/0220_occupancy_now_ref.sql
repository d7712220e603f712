-- The states of a fleet ask since 0106 whether a stop is a car's own, which the index did not hold: each of its rows was read in the
-- table (5,965 pages where 475 had been).
drop index occupancy_now;
create index occupancy_now on occupancy (merchant_id, to_at) include (vehicle_id, kind, from_at, order_status, return_at, ref_id)
  where active;
