-- Long orders by the day their next instalment is due: the tabs of the list walk it from the oldest.
create index order_plan_due on "order" (merchant_id, next_due_on, id) where next_due_fen > 0;
