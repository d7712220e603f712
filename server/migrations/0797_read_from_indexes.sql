-- Orders booked in a month were read from their rows to be counted by channel, those of a store and model by reading every order of the
-- month, and what a car has had by the rows of years. The indexes that found them carry what is asked.
drop index order_created;
create index order_created on "order" (merchant_id, order_kind, created_at)
  include (id, source, status, store_id, return_store_id, created_by);
drop index order_pickup;
create index order_pickup on "order" (merchant_id, order_kind, pickup_at, store_id, model_id);
drop index occupancy_vehicle;
create index occupancy_vehicle on occupancy (merchant_id, vehicle_id, held_to) include (kind, ref_id, to_at, on_rent, order_status) where active;
-- Deposits that are in the house are counted by their kind.
drop index deposit_in_hand;
create index deposit_in_hand on deposit (merchant_id, order_id) include (kind)
  where hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}, {holdStatus.releasing}, {holdStatus.releaseFailed});
-- Of orders that owe it is counted how many they are.
drop index order_owed;
create index order_owed on "order" (merchant_id, contact_key text_pattern_ops)
  include (id, store_id, return_store_id, created_by, owed_fen, refunding_fen) where owed_fen <> 0 or refunding_fen <> 0;
