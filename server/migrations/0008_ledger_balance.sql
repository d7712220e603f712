-- The balance of a transaction is looked up by its id. Written as one expression over both tables' rows the id was worked
-- out anew for every entry of the books, and each booking took the longer the more there were.
create or replace function ledger_balanced() returns trigger language plpgsql as $$
declare
  txn bigint;
  difference numeric;
begin
  if tg_table_name = 'ledger_txn' then txn := new.id; else txn := new.txn_id; end if;
  select sum(debit_fen) - sum(credit_fen) into difference from ledger_entry
    where merchant_id = new.merchant_id and txn_id = txn;
  if difference is distinct from 0 then
    raise exception 'ledger transaction % is out of balance by % fen', txn, difference using errcode = 'check_violation';
  end if;
  return null;
end $$;
