-- An entry belongs to the transaction of the books that the same transaction of the database wrote, and to its order: what
-- was posted stays as it was seen, and a correction is a transaction of its own.
alter table ledger_txn add column written_in xid8;
comment on column ledger_txn.written_in is 'the database transaction that wrote it; null for those before it was kept';

create function ledger_txn_written() returns trigger language plpgsql as $$
begin
  new.written_in := pg_current_xact_id();
  return new;
end $$;
create trigger ledger_txn_written before insert on ledger_txn for each row execute function ledger_txn_written();

create function ledger_entry_fits() returns trigger language plpgsql as $$
declare
  txn record;
begin
  select t.order_id, t.written_in into txn from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  if txn.written_in is distinct from pg_current_xact_id() then
    raise exception 'ledger transaction % was written before and takes no more entries', new.txn_id
      using errcode = 'check_violation';
  end if;
  if txn.order_id is distinct from new.order_id then
    raise exception 'an entry of ledger transaction % names another order', new.txn_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_fits after insert on ledger_entry for each row execute function ledger_entry_fits();
