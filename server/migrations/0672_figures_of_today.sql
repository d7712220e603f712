-- What of a window is reckoned from orders themselves (today, and the cut days that it is compared with) is found by its time. A booking
-- writes none of these: an order is in them once it is called off, or its car has gone out.
create index order_stay on "order" (merchant_id, actual_return_at, (least(pickup_at, actual_pickup_at))) where actual_pickup_at is not null;
create index order_cancelled on "order" (merchant_id, cancelled_at) where cancelled_at is not null;
create index vehicle_assignment_stay on vehicle_assignment (merchant_id, to_at) where not void;
create index damage_order_created on damage_order (merchant_id, created_at);
create index violation_time on violation (merchant_id, occur_at);
