-- The balances of bank accounts add up one row a day, from this index alone.
create index bank_day_sums on bank_day (merchant_id, account_id, on_day) include (fen, end_fen);
