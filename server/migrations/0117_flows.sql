-- Movements of money of a cashier, newest first (flow_record/list).
create index ledger_entry_cashier on ledger_entry (merchant_id, cashier_id, moved_on desc, id desc) where moved_on is not null;
-- Deposits that are in the house, by their order.
create index deposit_in_hand on deposit (merchant_id, order_id) where hold_status in (1, 2, 3, 7);
