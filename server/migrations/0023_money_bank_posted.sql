-- 银行余额 asks for vouchers from before the first account that a line was matched to later: money that was on its way. Without the day of the
-- voucher beside the match, every entry of the 120 days before was read.
alter table bank_match_entry add column posted_on date;
comment on column bank_match_entry.posted_on is 'the day of the voucher in the books, set by the database';
create function bank_match_entry_posted() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.posted_on := (select t.posted_on from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id);
  return new;
end $$;
alter function bank_match_entry_posted() owner to definer;
create trigger posted before insert on bank_match_entry for each row execute function bank_match_entry_posted();
update bank_match_entry e set posted_on = t.posted_on from ledger_txn t where t.merchant_id = e.merchant_id and t.id = e.txn_id;
create index bank_match_entry_posted on bank_match_entry (merchant_id, posted_on) include (fen) where not undone;
