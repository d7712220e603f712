-- Orders that lost their car, and those still being placed: few rows, looked for in every pool at once.
create index occupancy_waiting on occupancy (merchant_id, store_id, model_id, to_at) where active and vehicle_id is null;
