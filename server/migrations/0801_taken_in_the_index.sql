-- What came into the cashShifts and left them on a day is added up for figures and takings: the index of days has what is added up, and a row
-- is looked at only where it is new.
drop index ledger_entry_moved;
create index ledger_entry_moved on ledger_entry (merchant_id, moved_on desc, id desc)
  include (store_id, order_id, flow_kind, posted_at, debit_fen, credit_fen) where moved_on is not null;
