-- The past of a vehicle between two days is read by the end of each order: by its id, all orders of the vehicle were read.
drop index order_vehicle;
create index order_vehicle on "order" (merchant_id, vehicle_id, return_at) where vehicle_id is not null;
