-- A booking looked at 570 pages. What is asked of the same row several times in one statement is asked once, rows that are looked up by
-- their order alone have one key instead of two, and what nobody waits for is not told.

-- An entry looks at its transaction once, before it is written: whether it is of this very transaction, when that was, and what of a
-- bill is counted. That look is the reference, too: there is such a transaction, and none is ever deleted.
create or replace function ledger_entry_fits() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
begin
  select t.order_id, t.written_in, t.journal, t.posted_on, t.created_at into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  if txn.written_in is distinct from pg_current_xact_id() then
    raise exception 'ledger transaction % was written before and takes no more entries', new.txn_id
      using errcode = 'check_violation';
  end if;
  if txn.order_id is distinct from new.order_id then
    raise exception 'an entry of ledger transaction % names another order', new.txn_id using errcode = 'check_violation';
  end if;
  if new.account = 'unearned' and txn.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) then
    new.posted_at := txn.created_at;
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select new.merchant_id, 'billed ' || to_char(txn.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, new.credit_fen - new.debit_fen
      from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id;
  end if;
  return new;
end $$;
drop trigger ledger_entry_fits on ledger_entry;
create trigger ledger_entry_fits before insert on ledger_entry for each row execute function ledger_entry_fits();
drop trigger tallied on ledger_entry;
drop function tally_billed();
drop trigger ledger_billed on ledger_entry;
drop function ledger_billed();
alter table ledger_entry drop constraint ledger_entry_merchant_id_txn_id_fkey;

-- Nobody looks for such a row but by its transaction, its order.
alter table ledger_entry drop constraint ledger_entry_pkey, add primary key (merchant_id, txn_id, id);
drop index ledger_entry_txn;
alter table order_item drop constraint order_item_pkey, add primary key (merchant_id, order_id, id);
drop index order_item_order;
alter table order_log drop constraint order_log_pkey, add primary key (merchant_id, order_id, id);
drop index order_log_order;
alter table occupancy drop constraint occupancy_pkey, add primary key (merchant_id, ref_id, id);
drop index occupancy_ref;

-- A deposit that nobody has paid yet is in no counter.
create or replace function tell_of_deposits() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
  select d.merchant_id, 'todo.changed', 'deposit/' || d.order_id, '{"codes": ["rentalDeposit", "violationDeposit"]}', array[o.store_id, o.return_store_id]
    from (select distinct merchant_id, order_id from news where hold_status <> {holdStatus.none}) d
      join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
  on conflict do nothing;
  return null;
end $$;

-- A notice is written for accounts that the same statement has found, and accounts are never deleted.
alter table notification drop constraint notification_merchant_id_account_id_fkey;

-- Whether something was told is asked by what it is about; by time alone it was all that any merchant was told since, two years of it
-- where it is told once and for all. What is old is looked for once a night.
create index notification_ref on notification (merchant_id, ref text_pattern_ops);
drop index notification_age;
