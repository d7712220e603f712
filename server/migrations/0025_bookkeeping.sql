-- 记账凭证: the ledger of a closed month, summed by day and store for the merchant's accounting software. Lines keep the tax that was taken
-- out when they were made, because the merchant's tax settings may change after its bookkeeper has imported them.
create table bookkeeping_month (
  merchant_id bigint not null default merchant(),
  month date not null check (month = date_trunc('month', month)),
  vouchers int not null check (vouchers >= 0),
  made_at timestamptz not null default app_now(),
  made_by bigint not null default actor(),
  primary key (merchant_id, month)
);
comment on table bookkeeping_month is 'Closed months whose vouchers were made';
select tenant_table('bookkeeping_month');

create table bookkeeping_line (
  merchant_id bigint not null default merchant(),
  month date not null,
  number int not null check (number > 0),
  line int not null check (line > 0),
  day date not null,
  store_id bigint,
  journal smallint not null,
  account text not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  rate_bp smallint not null,
  primary key (merchant_id, month, number, line),
  foreign key (merchant_id, month) references bookkeeping_month (merchant_id, month),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  check ((debit_fen = 0) <> (credit_fen = 0))
);
comment on table bookkeeping_line is 'Lines of the vouchers of a month, which are made as a whole';
comment on column bookkeeping_line.account is 'An account of the ledger, or output_tax';
comment on column bookkeeping_line.rate_bp is 'The rate that was taken out of this line, or that it is the tax of, basis points';
create index bookkeeping_line_store on bookkeeping_line (merchant_id, store_id) where store_id is not null;
select tenant_table('bookkeeping_line', 'insert, delete');

create table bookkeeping_account (
  merchant_id bigint not null default merchant(),
  account text not null,
  code text not null check (code ~ '^[0-9A-Za-z.-]{1,30}$'),
  name text not null check (length(name) between 1 and 60),
  tax_class smallint check (tax_class between 0 and 2),
  version int not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  primary key (merchant_id, account)
);
comment on table bookkeeping_account is 'Account codes of a merchant where they differ from the usual ones';
comment on column bookkeeping_account.tax_class is 'Of an income account: its class for value-added tax; null: the usual one';
select tenant_table('bookkeeping_account');
