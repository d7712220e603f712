-- A whole phone is looked up by its last four digits and its hash, so that one index serves it and the digits alone: both were
-- written at a random place with every order.
drop index order_phone;
drop index order_tail;
create index order_phone on "order" (merchant_id, contact_phone_tail4, contact_phone_hash);
