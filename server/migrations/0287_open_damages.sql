-- Orders with a case of damage that somebody has to go on with: a counter of home and its list.
create index damage_order_open on damage_order (merchant_id, order_id) where status in (0, 1);
