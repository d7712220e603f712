-- Searching looked at every order that a name or a plate may mean to find the newest fifty. These two carry what the policy asks for, so
-- that they are told from the index alone; those that still owe are few, and have one of their own.
drop index order_name;
create index order_name on "order" (merchant_id, contact_key text_pattern_ops) include (id, store_id, return_store_id, created_by);
drop index order_plate;
create index order_plate on "order" (merchant_id, plate, id) include (store_id, return_store_id, created_by) where plate is not null;
create index order_owed on "order" (merchant_id, contact_key text_pattern_ops) where owed_fen <> 0 or refunding_fen <> 0;
drop index person_name;
create index person_name on person (merchant_id, name_key text_pattern_ops) include (id, erased_at);
