-- The list of the day looks for orders without a car in every pool at once, and not for those still being placed. Without the kind in the
-- index each of them read the row itself.
create index occupancy_without_car on occupancy (merchant_id, store_id, model_id, to_at) include (kind) where active and vehicle_id is null;
drop index occupancy_waiting;
