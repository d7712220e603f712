-- What is next, of orders that are open: with the columns that home and its counters ask for, and the scope policy, so that
-- they do without the rows. The many that have ended keep the narrow index; each row stands in one of the two.
create index order_open on "order" (merchant_id, order_kind, status, next_at, id)
  include (store_id, return_store_id, created_by, return_at, confirm_deadline) where status < 6;
create index order_ended on "order" (merchant_id, order_kind, status, next_at, id) where status >= 6;
drop index order_list_next;
