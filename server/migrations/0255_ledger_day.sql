-- What was booked on a day names its orders: home of who sees own orders alone reads them here, and not each entry.
drop index ledger_txn_day;
create index ledger_txn_day on ledger_txn (merchant_id, posted_on, journal) include (id, order_id);
