-- 对账 (orders.md §6.10 J23): the bill of each day of each contract with a provider, its lines, and what of them differs from
-- our payments. What agrees leaves the clearing account for the bank, less the provider's fee.
create table pay_bill (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  channel_id bigint not null,
  day date not null,
  state smallint not null default 0 check (state between 0 and 4),
  ask_at timestamptz,
  asked_at timestamptz,
  failure text not null default '' check (length(failure) <= 200),
  line_count int not null default 0,
  in_fen bigint not null default 0,
  out_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  compared_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, channel_id) references pay_channel (merchant_id, id)
);
comment on table pay_bill is 'state 0 未出账 1 下载失败 2 相符 3 有差异 4 差异已处理; asked_at, ask_at: when the provider was asked last and is asked next; in_fen, out_fen, fee_fen: what the bill says';
create unique index pay_bill_of on pay_bill (merchant_id, channel_id, day);
create index pay_bill_day on pay_bill (merchant_id, day desc, id desc);
select tenant_table('pay_bill');

create table bill_line (
  merchant_id bigint not null default merchant(),
  channel_id bigint not null,
  kind smallint not null check (kind in (1, 2)),
  out_no text not null,
  bill_id bigint not null,
  provider_no text not null,
  amount_fen bigint not null,
  fee_fen bigint not null,
  primary key (merchant_id, channel_id, kind, out_no),
  foreign key (merchant_id, bill_id) references pay_bill (merchant_id, id)
);
comment on table bill_line is 'kind 1 收款 2 退款; the first line of each of our numbers: another one is a difference';
select tenant_table('bill_line', 'insert');

create table bill_difference (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  bill_id bigint not null,
  kind smallint not null check (kind between 1 and 4),
  state smallint not null default 0 check (state between 0 and 2),
  line_kind smallint not null check (line_kind in (1, 2)),
  out_no text not null,
  provider_no text not null default '',
  payment_id bigint,
  store_id bigint,
  theirs_fen bigint,
  fee_fen bigint not null default 0,
  ours_fen bigint,
  spent boolean not null default false,
  paid_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  cleared_at timestamptz,
  cleared_by bigint,
  signed_by bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, bill_id) references pay_bill (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table bill_difference is 'kind 1 系统无记录 2 账单无记录 3 金额不符 4 状态不符; state 0 待处理 1 已相符 2 已入账; amounts without sign, null: that side has none; spent: what we have of that number was settled by something else; signed_by: the second person';
create index bill_difference_of on bill_difference (merchant_id, bill_id, id);
create index bill_difference_payment on bill_difference (merchant_id, payment_id) where payment_id is not null;
select tenant_table('bill_difference');

-- What should stand in the bill of a day.
create index deposit_hold_no on deposit_hold (merchant_id, out_no) where out_no <> '';
create index payment_online on payment (merchant_id, channel_id, paid_at) where channel_id is not null;

alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance',
  'unearned', 'deposit_liability_rental', 'deposit_liability_violation',
  'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income',
  'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee',
  'cash_on_hand', 'pos_clearing', 'other_clearing', 'till_difference', 'till_float', 'bill_difference')) not valid;
-- Whatever stood in it fits the longer list, so that nothing has to be read for it.

-- 对账 is the finance's, and the owner's.
update role set menu_ids = menu_ids || 403, version = version + 1
 where letter in ('B', 'F') and deleted_at is null and not 403 = any (menu_ids);
