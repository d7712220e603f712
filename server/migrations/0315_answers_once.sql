-- A lock on the key goes before, so that the row is written once (decision 119).
comment on table idempotency is 'First answers of repeated writes, encrypted; written with the business transaction and kept 48 h';
