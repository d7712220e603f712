-- Orders that are over and still owed for: a counter of home and its list.
create index order_debt on "order" (merchant_id, order_kind, id) include (owed_fen, store_id, return_store_id, created_by)
  where owed_fen > 0 and status >= 6;
