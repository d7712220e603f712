-- Corrections of postings that were made by hand (orders.md §6.10, J21): who took back which transaction of the books and why. The
-- reverse itself is a transaction that names the one it reverses; no one is reversed twice.
create table ledger_correction (
  merchant_id bigint not null default merchant(),
  txn_id bigint not null,
  reason text not null check (length(reason) between 1 and 200),
  signed_by bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, txn_id),
  foreign key (merchant_id, txn_id) references ledger_txn (merchant_id, id)
);
comment on column ledger_correction.signed_by is 'the second person; null where nobody else could and a code was asked for';
select tenant_table('ledger_correction', 'insert');

comment on column write_off.recovered_fen is 'what of it is given up no more: paid after all, or taken back by a correction';
-- What proved a posting that was wrong proves the right one.
alter table money_proof add column released_at timestamptz;
comment on column money_proof.released_at is 'what it proved was corrected: the next record that names it has it';
grant update (record_id, order_id, released_at, created_at, created_by) on money_proof to tenant;
