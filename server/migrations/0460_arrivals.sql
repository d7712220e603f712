-- Money by the card machine, by other ways and by platforms is on its way until it is in the bank: what arrived of it, less what was
-- kept for it, leaves its account (J23).
create table arrival (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  account text not null check (account in ('pos_clearing', 'other_clearing', 'platform_clearing')),
  amount_fen bigint not null check (amount_fen >= 0),
  fee_fen bigint not null check (fee_fen >= 0),
  slip_no text not null default '' check (length(slip_no) <= 64),
  note text not null default '' check (length(note) <= 200),
  voucher_ids bigint[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (amount_fen + fee_fen > 0),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table arrival is 'account: what it left; amount_fen: what reached the bank; fee_fen: what the bank or the platform kept';
select tenant_table('arrival', 'insert');
select store_scoped('arrival', 'store_id');
alter policy scope on arrival to tenant, tenant_stores;

-- What is on its way, by account, without the rest of the books.
create index ledger_entry_clearing on ledger_entry (merchant_id, account) include (store_id, order_id, debit_fen, credit_fen)
  where account in ('pos_clearing', 'other_clearing', 'platform_clearing');
