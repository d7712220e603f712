-- The tabs of tickets are counted up to 10,000 rows. The policy of tickets compares both stores of a row, so without them in the index each
-- count read the rows themselves.
create index ticket_counted on ticket (merchant_id, kind, status, id) include (store_id, to_store_id);
drop index ticket_list;
