-- Orders that stand and whose prepayment is open, few at any time (those that wait for it run out by themselves): home counts and adds them up without reading a row.
create index order_prepay_due on "order" (merchant_id, order_kind, id)
  include (prepay_due_fen, store_id, return_store_id, created_by) where prepay_due_fen > 0 and status >= 2;
