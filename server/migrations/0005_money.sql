-- Deposits, payments and the append-only double-entry ledger. Money is integer fen.
create table deposit (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  kind smallint not null check (kind in (1, 2)),
  amount_fen bigint not null check (amount_fen >= 0),
  mode smallint check (mode between 1 and 3),
  pay_status smallint not null default 0 check (pay_status between 0 and 3),
  waive_type smallint check (waive_type between 1 and 4),
  hold_status smallint not null default 0,
  auth_no text,
  expire_at timestamptz,
  held_fen bigint not null default 0,
  captured_fen bigint not null default 0,
  released_fen bigint not null default 0,
  in_flight_fen bigint not null default 0,
  due_release_at timestamptz,
  pay_way smallint,
  voucher_ids bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (captured_fen >= 0 and released_fen >= 0 and in_flight_fen >= 0),
  check (captured_fen + released_fen + in_flight_fen <= held_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table deposit is 'kind 1 租车押金 2 违章押金; hold_status 0 未持有 1 持有 2 部分扣款 3 释放中 4 已释放 5 全额扣款 6 已失效 7 释放失败 9 不适用';
create unique index deposit_order on deposit (merchant_id, order_id, kind);
create index deposit_due on deposit (merchant_id, kind, due_release_at) where hold_status in (1, 2);
select tenant_table('deposit');
select order_scoped('deposit');

create table deposit_deduction (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  deposit_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  lines jsonb not null,
  mode smallint not null,
  result smallint check (result between 1 and 3),
  reason text not null default '',
  photo_ids bigint[] not null default '{}',
  out_request_no text not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, deposit_id) references deposit (merchant_id, id)
);
comment on column deposit_deduction.result is '1 失败 2 成功 3 已退款; null while the answer is awaited';
create unique index deposit_deduction_no on deposit_deduction (merchant_id, out_request_no);
create index deposit_deduction_order on deposit_deduction (merchant_id, order_id);
select tenant_table('deposit_deduction');
select order_scoped('deposit_deduction');

create table payment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  ref_type text not null,
  ref_id bigint,
  pay_kind smallint not null,
  pay_mode smallint not null,
  pay_way smallint not null,
  amount_fen bigint not null check (amount_fen > 0),
  refunded_fen bigint not null default 0,
  direction text not null check (direction in ('in', 'out')),
  status smallint not null default 0 check (status between 0 and 4),
  out_trade_no text not null,
  provider_no text,
  origin_payment_id bigint,
  voucher_ids bigint[] not null default '{}',
  payer_name_enc bytea,
  paid_at timestamptz,
  release_after timestamptz,
  expires_at timestamptz,
  fail_count smallint not null default 0,
  fail_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (refunded_fen between 0 and amount_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table payment is 'status 0 待支付 1 处理中 2 成功 3 失败 4 关闭. An offline refund waits in 0 until its voucher is recorded';
create unique index payment_trade_no on payment (merchant_id, out_trade_no);
create index payment_order on payment (merchant_id, order_id, id);
create index payment_out on payment (merchant_id, release_after) where direction = 'out' and status in (0, 3);
select tenant_table('payment');
select order_scoped('payment');

create table ledger_txn (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  journal smallint not null check (journal between 1 and 23),
  idem_key text not null,
  order_id bigint,
  payment_id bigint,
  reverses_txn_id bigint,
  posted_on date not null,
  created_at timestamptz not null default app_now(),
  account_id bigint not null default actor(),
  primary key (merchant_id, id)
);
create unique index ledger_txn_once on ledger_txn (merchant_id, idem_key);
create index ledger_txn_order on ledger_txn (merchant_id, order_id, id);
create index ledger_txn_day on ledger_txn (merchant_id, posted_on, journal);
select tenant_table('ledger_txn', 'insert');

create table ledger_entry (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  txn_id bigint not null,
  account text not null check (account in (
    'customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance',
    'unearned', 'deposit_liability_rental', 'deposit_liability_violation',
    'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income',
    'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee')),
  debit_fen bigint not null default 0 check (debit_fen >= 0),
  credit_fen bigint not null default 0 check (credit_fen >= 0),
  order_id bigint,
  primary key (merchant_id, id),
  check ((debit_fen = 0) <> (credit_fen = 0)),
  foreign key (merchant_id, txn_id) references ledger_txn (merchant_id, id)
);
create index ledger_entry_txn on ledger_entry (merchant_id, txn_id);
create index ledger_entry_order on ledger_entry (merchant_id, order_id, account);
select tenant_table('ledger_entry', 'insert');
-- Books are read through the order screens, whose order the caller must see first; totals of reports need all rows.

create function ledger_balanced() returns trigger language plpgsql as $$
declare difference numeric;
begin
  select sum(debit_fen) - sum(credit_fen) into difference from ledger_entry
    where merchant_id = new.merchant_id and txn_id = coalesce((to_jsonb(new) ->> 'txn_id')::bigint, new.id);
  if difference is distinct from 0 then
    raise exception 'ledger transaction % is out of balance by % fen', coalesce((to_jsonb(new) ->> 'txn_id')::bigint, new.id), difference
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
alter function ledger_balanced() owner to app_owner;
-- On both tables: a transaction without entries is out of balance too.
create constraint trigger ledger_entry_balance after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_balanced();
create constraint trigger ledger_txn_balance after insert on ledger_txn deferrable initially deferred
  for each row execute function ledger_balanced();
create function ledger_frozen() returns trigger language plpgsql as $$
begin raise exception 'the ledger is append-only'; end $$;
create trigger ledger_txn_frozen before update or delete on ledger_txn for each row execute function ledger_frozen();
create trigger ledger_entry_frozen before update or delete on ledger_entry for each row execute function ledger_frozen();

create table expense_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  code smallint not null check (code between 1 and 15),
  name text not null,
  qty numeric(8, 2) not null default 1 check (qty > 0),
  unit_price_fen bigint not null check (unit_price_fen >= 0),
  amount_fen bigint not null check (amount_fen >= 0),
  auto boolean not null default false,
  auto_amount_fen bigint,
  formula text not null default '',
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null default '{}',
  settle smallint not null default 2 check (settle between 1 and 3),
  status smallint not null default 0 check (status between 0 and 2),
  void boolean not null default false,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table expense_item is 'type 0 取车 1 还车; settle 1 线上 2 线下 3 押金扣款; status 0 待收 2 已免: whether one is paid (1 已收) follows from the balance of its order';
create index expense_item_order on expense_item (merchant_id, order_id, type) where not void;
select tenant_table('expense_item');
select order_scoped('expense_item');
