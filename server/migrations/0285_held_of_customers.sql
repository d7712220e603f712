-- What is held of customers as a list, newest order first: deposits have deposit_in_hand; open orders on which money came in, and
-- orders whose customer has a credit, are few beside all.
create index order_prepaid on "order" (merchant_id, id) include (store_id) where status between 1 and 5 and paid_fen > refunded_fen;
create index order_overpaid on "order" (merchant_id, id) include (store_id) where owed_fen < 0;
