-- Payments, the ledger, deposits, charges, cash shifts, invoices and closed months.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- Payments, the ledger, and what is asked for or given beside an order.
-- Online money. A channel is a contract with a payment provider, of the merchant or of one store; its secrets are sealed.
create table pay_channel (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint,
  pay_way smallint not null check (pay_way in (1, 2)),
  app_id text not null,
  merchant_no text not null default '',
  key_enc bytea not null,
  key_serial text not null default '',
  provider_key text not null,
  provider_key_id text not null default '',
  secret_enc bytea,
  service_id text not null default '',
  fingerprint text not null,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  -- Paying inside WeChat (JSAPI): the secret of the app by which WeChat says who opened a page.
  app_secret_enc bytea,
  -- WeChat replaces the certificate that it signs by, and gives the old and the new one while both are valid. What it gives is
  -- public; a contract whose provider key is typed by hand (微信支付公钥, Alipay) holds none.
  certificates jsonb not null default '[]',
  certificates_at timestamptz,
  certificates_asked_at timestamptz,
  certificates_ask_at timestamptz,
  certificates_fault text not null default '',
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table pay_channel is 'pay_way 1 支付宝 2 微信; store_id null: of all stores that have none of their own. fingerprint: of the public half of key_enc';
comment on column pay_channel.app_secret_enc is 'WeChat: AppSecret of app_id; without it nobody pays inside WeChat';
comment on column pay_channel.certificates is 'WeChat: the certificates that it gave last, each with its serial number and when it is valid';
comment on column pay_channel.certificates_at is 'WeChat: when it last said which certificates it signs by; certificates_asked_at: when it was last asked; certificates_ask_at: when to ask next';
comment on column pay_channel.certificates_fault is 'WeChat: why the last question brought nothing, in words for the merchant';
create unique index pay_channel_place on pay_channel (merchant_id, pay_way, coalesce(store_id, 0));
create index pay_channel_certificates on pay_channel (certificates_ask_at) where certificates_ask_at is not null;
select tenant_table('pay_channel');
grant update (key_enc, secret_enc, app_secret_enc) on pay_channel to definer;

-- What providers told, by their own number; what they did not sign is kept too.
create table pay_notice (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  channel_id bigint not null,
  provider_no text not null,
  out_no text,
  verdict text not null check (verdict in ('taken', 'unsigned', 'unknown', 'wrongAmount')),
  body_enc bytea,
  at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, channel_id) references pay_channel (merchant_id, id)
);
create unique index pay_notice_once on pay_notice (merchant_id, channel_id, provider_no);

-- What nobody signed anybody may send: so much of it is kept in a day.
create index pay_notice_unsigned on pay_notice (merchant_id, channel_id, at) where verdict = 'unsigned';
create index pay_notice_body on pay_notice (merchant_id, at) where body_enc is not null;
select tenant_table('pay_notice', 'insert');
grant update (body_enc) on pay_notice to definer;
grant update (body_enc) on pay_notice to tenant;

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
  channel_id bigint,
  client text check (client in ('h5', 'web', 'qr', 'jsapi', 'scan')),
  link_url text,
  link_qr text,
  asked smallint not null default 0,
  asked_at timestamptz,
  ask_at timestamptz,
  -- What a hold asks of its provider, or of whoever stands at the card machine, is a row of payment, which moves no money but
  -- when it captures: it is asked, repeated, told and waited for as every other.
  hold_id bigint,
  hold_step text check (hold_step in ('freeze', 'capture', 'unfreeze')),
  -- A deposit in hand is made more, or held by something else in place of what stands behind it (orders.md §3.3, §6.5): what a
  -- link or a freeze that changes one makes of it is kept with it, since its customer may answer much later.
  deposit_to_fen bigint,
  receipt_id bigint,
  -- A payment that its provider leaves undecided, or reports with another sum than was asked for, waits for a person. Whether
  -- one does is told by its own row, so nothing has to be opened and closed beside it.
  wrong_fen bigint,
  checked_at timestamptz,
  checked_by bigint,
  prepay text,
  payer_hash bytea,
  primary key (merchant_id, id),
  check (refunded_fen between 0 and amount_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  check (deposit_to_fen >= amount_fen)
);
comment on table payment is 'status 0 待支付 1 处理中 2 成功 3 失败 4 关闭. An offline refund waits in 0 until its voucher is recorded';
comment on column payment.client is 'what the link was made for: the browser of a phone or of a desktop (h5, web: link_url), a code to scan (link_qr), a page inside the provider''s own app (prepay); scan: the customer''s own code was scanned, and there is none';
comment on column payment.asked is 'how often the provider was asked what became of it; asked_at: last; ask_at: when to ask again, null: not';
comment on column payment.hold_step is 'what it asks of a hold: only a capture is money, booked with its deduction';
comment on column payment.deposit_to_fen is 'what its deposit comes to by it, fen: as much as the payment where it takes the place of what was held before, more where it adds to that; null for the first of a deposit and for all other payments';
comment on column payment.receipt_id is 'the receipt whose part for its order this is; null: a receipt by itself';
comment on column payment.wrong_fen is 'What the provider reported instead of the sum that was asked for, fen; 0 where it named none. Null once it reported that sum';
comment on column payment.checked_at is 'When a person looked after another sum and gave the payment up';
comment on column payment.prepay is 'what a page inside the provider''s own app pays by (WeChat: prepay_id), besides link_url and link_qr';
comment on column payment.payer_hash is 'blind index of the payer whom prepay is for, who is kept nowhere';
create unique index payment_trade_no on payment (merchant_id, out_trade_no);
create index payment_order on payment (merchant_id, order_id, id);
create index payment_out on payment (merchant_id, release_after) where direction = 'out' and status in ({paymentStatus.waiting}, {paymentStatus.failed});
create index payment_ask on payment (ask_at) where ask_at is not null;
create index payment_due_out on payment (release_after)
  where direction = 'out' and pay_mode = {payMode.onlineOut} and status in ({paymentStatus.waiting}, {paymentStatus.failed}) and fail_count < 5;
create index payment_hold_of on payment (merchant_id, hold_id) where hold_id is not null;
create index payment_online on payment (merchant_id, channel_id, paid_at) where channel_id is not null;
create index payment_receipt on payment (merchant_id, receipt_id) where receipt_id is not null;

-- Six questions without an answer: payQueryAt of packages/domain/src/booking/order/timers.ts.
create index payment_to_check on payment (merchant_id, order_id)
  where (status in ({paymentStatus.waiting}, {paymentStatus.processing}) and asked > 6) or (wrong_fen is not null and checked_at is null);
select tenant_table('payment');
select order_scoped('payment');
grant update (payer_name_enc) on payment to definer;

create table ledger_txn (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  journal smallint not null check (journal between 1 and 30),
  idem_key text not null,
  order_id bigint,
  payment_id bigint,
  reverses_txn_id bigint,
  posted_on date not null,
  created_at timestamptz not null default app_now(),
  account_id bigint not null default actor(),
  -- An entry belongs to the transaction of the books that the same transaction of the database wrote, and to its order: what
  -- was posted stays as it was seen, and a correction is a transaction of its own.
  written_in xid8,
  -- Statistics, cars and their owners add up what was posted, by the days to which it belongs.
  earned_days jsonb,
  primary key (merchant_id, id)
);
comment on column ledger_txn.earned_days is 'of income that was earned over time (J8, and its reversal): [{day, rentFen, serviceFen, renewalFen, lateFen}], days of its month; null: all is of posted_on';
comment on column ledger_txn.written_in is 'the database transaction that wrote it; null for those before it was kept';
create unique index ledger_txn_once on ledger_txn (merchant_id, idem_key);
create index ledger_txn_order on ledger_txn (merchant_id, order_id, id);
create index ledger_txn_reverse on ledger_txn (merchant_id, reverses_txn_id) where reverses_txn_id is not null;
create index ledger_txn_day on ledger_txn (merchant_id, posted_on, journal) include (id, order_id);
-- Months that an earlier release posted: 月结 lists them.
create index ledger_txn_without_days on ledger_txn (merchant_id, posted_on) where journal = 8 and earned_days is null;
select tenant_table('ledger_txn', 'insert');

create table ledger_entry (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  txn_id bigint not null,
  account text not null check (account in ( 'customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance', 'unearned', 'deposit_liability_rental', 'deposit_liability_violation', 'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income', 'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee', 'cash_on_hand', 'pos_clearing', 'other_clearing', 'cash_difference', 'cash_float', 'bill_difference', 'insurer_receivable', 'insurance_income', 'owner_payable', 'owner_share', 'commission_payable', 'commission_cost', 'payable', 'car_cost', 'input_tax', 'fixed_asset', 'accumulated_depreciation', 'asset_opening', 'asset_payable', 'car_loan', 'disposal_receivable', 'disposal_tax', 'disposal_gain', 'disposal_loss')),
  debit_fen bigint not null default 0 check (debit_fen >= 0),
  credit_fen bigint not null default 0 check (credit_fen >= 0),
  order_id bigint,
  -- Each way of payment is an account of its own (orders.md §11.2.1), and an entry of money says where it lies, who moved it, by
  -- which way and on which day; a trigger says so of entries of an order (`ledger_money`).
  store_id bigint,
  cashier_id bigint,
  pay_way smallint,
  flow_kind smallint,
  moved_on date,
  shift_id bigint,
  -- Home asks for the cash that came today in no shift, and for what was billed a week ago after this time of the day. The entry says
  -- when it was made, as its transaction does, so that one index of each answers without a row and without a look at the transaction.
  posted_at timestamptz,
  -- What is posted to an account on a day, and in a month, is stored as sums, as those of orders are: otherwise a balance of an open month
  -- would add up every entry since the last month that was closed. Who posts adds rows to `ledger_change` and waits for nobody, a timer
  -- adds those to `ledger_sum`. A balance is the months before, the days since, and what is not added yet. An entry says the day of its
  -- transaction, so that an index has the entries of an account in the order of its list.
  posted_on date,
  check ((debit_fen = 0) <> (credit_fen = 0)),
  primary key (merchant_id, txn_id, id)
);
comment on column ledger_entry.store_id is 'of an entry of money: whose cashShift or contract it is';
comment on column ledger_entry.cashier_id is 'who took or paid it, online: who asked for it; null: the customer or the system by themselves';
comment on column ledger_entry.flow_kind is 'what was paid (as payment.pay_kind), 12 押金扣款 13 交存银行 14 长短款 15 备用金 20 银行费用';
comment on column ledger_entry.moved_on is 'the day that money came or went; null for every other entry';
comment on column ledger_entry.shift_id is 'the shift that an entry of money by hand fell into';
comment on column ledger_entry.posted_at is 'when its transaction was made: of an entry of money, and of what was billed (J1, J3, J4, J5); null for all others, and for those older than a week when it was first kept';
comment on column ledger_entry.posted_on is 'the day of its transaction';
create index ledger_entry_order on ledger_entry (merchant_id, order_id, account);
create index ledger_entry_store on ledger_entry (merchant_id, store_id, moved_on desc, id desc)
  include (account, pay_way, flow_kind, cashier_id, debit_fen, credit_fen) where moved_on is not null;
create index ledger_entry_shift on ledger_entry (merchant_id, shift_id) where shift_id is not null;

-- Movements of money of a cashier, newest first (flow_record/list).
create index ledger_entry_cashier on ledger_entry (merchant_id, cashier_id, moved_on desc, id desc) where moved_on is not null;

-- What is on its way, by account, without the rest of the books.
create index ledger_entry_clearing on ledger_entry (merchant_id, account) include (store_id, order_id, debit_fen, credit_fen)
  where account in ('pos_clearing', 'other_clearing', 'platform_clearing');
create index ledger_entry_loose on ledger_entry (merchant_id, moved_on, posted_at) include (store_id, cashier_id, debit_fen)
  where account = 'cash_on_hand' and shift_id is null and flow_kind not in ({flowKind.handIn}, {flowKind.difference}, {flowKind.float});
create index ledger_entry_billed on ledger_entry (merchant_id, posted_at) include (order_id, debit_fen, credit_fen)
  where account = 'unearned' and posted_at is not null;
create index ledger_entry_account on ledger_entry (merchant_id, account, posted_on, id);
create index ledger_entry_moved on ledger_entry (merchant_id, moved_on desc, id desc)
  include (store_id, order_id, flow_kind, posted_at, debit_fen, credit_fen) where moved_on is not null;
select tenant_table('ledger_entry', 'insert');

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

-- What proves money (a voucher's picture by the digest of its bytes, the number of a slip or of a provider) proves one movement
-- only: of two that name the same, also at once, the second is refused and told who has it (orders.md §11.2.4).
create table money_proof (
  merchant_id bigint not null default merchant(),
  mark text not null check (length(mark) between 4 and 100),
  record_id bigint not null,
  order_id bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- What proved a posting that was wrong proves the right one.
  released_at timestamptz,
  primary key (merchant_id, mark)
);
comment on table money_proof is 'mark: file:<sha-256> or no:<number without spaces and dashes>; record_id: the payment, hand-in, reimbursement … that it proves';
comment on column money_proof.released_at is 'what it proved was corrected: the next record that names it has it';
-- A line of a bank statement that names the number of a slip is of the record that it proves.
create index money_proof_number on money_proof (merchant_id, record_id) where mark like 'no:%';
select tenant_table('money_proof', 'insert');
grant update (record_id, order_id, created_at, created_by, released_at) on money_proof to tenant;

create table expense_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  code smallint not null check (code between 1 and 18),
  name text not null,
  qty numeric(8,2) not null default 1 check (qty > 0),
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
  -- A charge for damage belongs to a mark of the record and follows it.
  mark_id text check (length(mark_id) <= 40),
  -- An interim late fee (orders.md 11.2.3) is a charge of the return that is in the books before it: it stands from when it is
  -- made, and the time that it bought belongs to what the rental has agreed to.
  bought jsonb,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table expense_item is 'type 0 取车 1 还车; settle 1 线上 2 线下 3 押金扣款; status 0 待收 2 已免: whether one is paid (1 已收) follows from the balance of its order';
comment on column expense_item.mark_id is 'the mark of the record that is charged; null for a charge by itself';
comment on column expense_item.bought is 'of an interim late fee: the slots that it bought, as the domain''s TermExtension; the charge is in the books from the beginning';
create index expense_item_order on expense_item (merchant_id, order_id, type) where not void;
create unique index expense_item_mark on expense_item (merchant_id, order_id, mark_id) where mark_id is not null and not void;
create index expense_item_bought on expense_item (merchant_id, order_id) where bought is not null;
select tenant_table('expense_item');
select order_scoped('expense_item');

-- What a customer owes for a case of an order besides its bill: damage, a violation, a supplement. A claim has the id of its case, which
-- says what it is about; payments, deductions and postings name it by that id. `expected_fen` is what a case in assessment is likely to
-- cost: it keeps a part of the rental deposit and is not owed. `payable_fen` is fixed and posted once (journals 11 and 12); `passed_fen` of
-- it is what the merchant paid for the customer, the rest is credited to `credited`. Without `credited` a claim only collects what its
-- order owes already, and posts nothing.
create table claim (
  merchant_id bigint not null default merchant(),
  id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('damage', 'violation', 'supplement')),
  state smallint not null check (state between 0 and 3),
  subject text not null check (length(subject) <= 300),
  formula text not null default '' check (length(formula) <= 300),
  note text not null default '' check (length(note) <= 500),
  expected_fen bigint not null default 0 check (expected_fen >= 0),
  payable_fen bigint check (payable_fen >= 0),
  passed_fen bigint not null default 0 check (passed_fen between 0 and coalesce(payable_fen, 0)),
  -- Journal 17, and journal 20: both reduce what is owed.
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  withdrawn_fen bigint not null default 0 check (withdrawn_fen >= 0),
  credited text,
  -- The customer disputes it: no deposit pays it until that is decided.
  disputed boolean not null default false,
  opened_at timestamptz,
  opened_by bigint,
  -- Money that named no case pays it then, and is no rent of a long order besides.
  met_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, id),
  check (coalesce(payable_fen, 0) >= refunded_fen + withdrawn_fen),
  check (kind <> 'supplement' or payable_fen between 1 and 10000000),
  check (state = {claimState.ended} or (payable_fen is null) = (state = {claimState.expected})),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table claim is 'state 0 待确定 1 待收 2 已收 3 已取消; id is that of the case';
create index claim_order on claim (merchant_id, order_id, id);
select tenant_table('claim');
select order_scoped('claim');

-- Charges outside of any flow (补款); what each costs and how far it is paid says its claim.
create table supplement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  reason_code smallint not null check (reason_code between 1 and 7),
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null default '{}',
  pay_mode smallint not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index supplement_order on supplement (merchant_id, order_id, id);
select tenant_table('supplement');
select order_scoped('supplement');

-- What the merchant pays the customer back outside of any flow (报销退款). It is in the books once the money has left.
create table reimbursement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  kind smallint not null check (kind between 1 and 3),
  reason_code smallint not null check (reason_code between 1 and 10),
  items jsonb not null,
  amount_fen bigint not null check (amount_fen > 0),
  note text not null default '' check (length(note) <= 200),
  pay_mode smallint not null,
  payee_name_enc bytea,
  payee_tail text not null default '' check (length(payee_tail) <= 8),
  status smallint not null check (status between 0 and 4),
  -- What left the cashShift: less where a debt of the order was met first.
  paid_fen bigint not null default 0,
  approver_id bigint,
  decide_note text not null default '' check (length(decide_note) <= 200),
  decided_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table reimbursement is 'status 0 待审核 1 已驳回 2 打款中 3 已完成 4 失败; items: what of the order, or which cost, with its amount and photos';
create index reimbursement_order on reimbursement (merchant_id, order_id, id);
create index reimbursement_open on reimbursement (merchant_id, status, id) where status in ({reimbursementStatus.waiting}, {reimbursementStatus.paying}, {reimbursementStatus.failed});
select tenant_table('reimbursement');
select order_scoped('reimbursement');
grant update (payee_name_enc) on reimbursement to definer;

-- Debts that cannot be collected (坏账核销, journal 19). What is paid of one after all stands in `recovered_fen`.
create table write_off (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  recovered_fen bigint not null default 0,
  reason text not null check (length(reason) between 1 and 200),
  voucher_ids bigint[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (recovered_fen between 0 and amount_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on column write_off.recovered_fen is 'what of it is given up no more: paid after all, or taken back by a correction';
create index write_off_order on write_off (merchant_id, order_id, id);
select tenant_table('write_off');
select order_scoped('write_off');

-- Deposits: taken, held, deducted from, given back.
-- Deposits, payments and the append-only double-entry ledger. Money is integer fen.
create table deposit (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  kind smallint not null check (kind in (1, 2)),
  amount_fen bigint not null check (amount_fen >= 0),
  mode smallint check (mode between 1 and 3),
  pay_status smallint not null default 0 check (pay_status between 0 and 3),
  waive_type smallint,
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
  -- A release that a person took back before it left: from then on a person decides about the deposit, no job.
  withdrawn_at timestamptz,
  -- A part of the rental deposit becomes the violation deposit at the return (orders.md §11.2.2): held_fen moves from one row to
  -- the other, and how much did stays on the rental one, which would show less than was taken otherwise.
  moved_fen bigint not null default 0 check (moved_fen >= 0),
  -- 平台扣款: of a deposit that a platform holds, staff request a deduction; the platform's answer, or its statement, says what it took.
  platform_asked_fen bigint not null default 0,
  platform_taken_fen bigint not null default 0,
  primary key (merchant_id, id),
  check (captured_fen >= 0 and released_fen >= 0 and in_flight_fen >= 0),
  check (captured_fen + released_fen + in_flight_fen <= held_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  check (waive_type between 1 and 5)
);
comment on table deposit is 'kind 1 租车押金 2 违章押金; hold_status 0 未持有 1 持有 2 部分扣款 3 释放中 4 已释放 5 全额扣款 6 已失效 7 释放失败 9 不适用';
comment on column deposit.hold_status is '0 未持有 1 持有 2 部分扣款 3 释放中 4 已释放 5 全额扣款 6 已失效 7 释放失败 8 已转违章押金 9 不适用';
comment on column deposit.withdrawn_at is 'a queued release was withdrawn then; null again once a release is asked for';
comment on column deposit.moved_fen is 'of the rental deposit: what became the violation deposit, fen; held_fen is without it';
comment on column deposit.platform_asked_fen is 'Requested from the platform that holds the deposit, without an answer yet';
comment on column deposit.platform_taken_fen is 'What that platform has confirmed';
create unique index deposit_order on deposit (merchant_id, order_id, kind);
create index deposit_due_violation on deposit (due_release_at) where kind = {depositKind.violation} and hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted});
create index deposit_due_rental on deposit (order_id) where kind = {depositKind.rental} and hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and withdrawn_at is null;
create index deposit_in_hand on deposit (merchant_id, order_id) include (id, kind, held_fen, captured_fen, released_fen, due_release_at)
  where hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}, {holdStatus.releasing}, {holdStatus.releaseFailed});
create index deposit_at_platform on deposit (merchant_id, order_id) where waive_type = {waiveType.platformHeld};
select tenant_table('deposit');
select order_scoped('deposit');

-- Deposits held without money (orders.md §2 AuthHold): a pre-authorisation typed off the shop's card machine, a freeze of a
-- provider, a credit that stands for a deposit. A deposit may have several; its own amounts are the sums of theirs and of
-- what was paid in, its expire_at the earliest of those that still hold.
create table deposit_hold (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  deposit_id bigint not null,
  pay_way smallint not null check (pay_way in (1, 2, 5)),
  credit boolean not null default false,
  status smallint not null check (status between 0 and 4),
  amount_fen bigint not null check (amount_fen > 0),
  captured_fen bigint not null default 0 check (captured_fen >= 0),
  released_fen bigint not null default 0 check (released_fen >= 0),
  auth_no text not null default '',
  card_tail text not null default '',
  expire_at timestamptz not null,
  voucher_ids bigint[] not null default '{}',
  channel_id bigint,
  out_no text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- Live authorisations are asked about: their customer or their provider may end one without anybody here having asked for it.
  asked_at timestamptz,
  ask_at timestamptz,
  primary key (merchant_id, id),
  check (captured_fen + released_fen <= amount_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, deposit_id) references deposit (merchant_id, id),
  foreign key (merchant_id, channel_id) references pay_channel (merchant_id, id)
);
comment on table deposit_hold is 'status 0 待授权 1 已授权 2 已结束 3 未授权 4 已失效; credit: nothing is frozen, amount_fen is the most that may be captured; out_no: our number of it at its provider';
comment on column deposit_hold.asked_at is 'when its provider last said what it holds';
comment on column deposit_hold.ask_at is 'when its provider is asked next; null where nobody can be: the card machine''s, and those that do not hold';
create index deposit_hold_of on deposit_hold (merchant_id, deposit_id);
create index deposit_hold_ends on deposit_hold (expire_at) where status = {authHoldStatus.held};
create unique index deposit_hold_typed on deposit_hold (merchant_id, auth_no, card_tail) where pay_way = {payWay.pos} and status = {authHoldStatus.held};

-- What should stand in the bill of a day.
create index deposit_hold_no on deposit_hold (merchant_id, out_no) where out_no <> '';
create index deposit_hold_ask on deposit_hold (ask_at) where status = {authHoldStatus.held} and ask_at is not null;
create index deposit_hold_live on deposit_hold (merchant_id, order_id) where status = {authHoldStatus.held} and ask_at is not null;
create index deposit_hold_left on deposit_hold (merchant_id, deposit_id)
  include (order_id, amount_fen, captured_fen, released_fen, credit, expire_at)
  where amount_fen > captured_fen + released_fen and status not in ({authHoldStatus.waiting}, {authHoldStatus.closed});
select tenant_table('deposit_hold');
select order_scoped('deposit_hold');

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
  -- What a return gives back of a deduction goes into the deposit again; captured = Σ amount − refunded of successes.
  refunded_fen bigint not null default 0,
  -- A deduction out of a hold is new money by the way of the hold; one out of a paid deposit has no way. tied_fen is what of
  -- the hold it takes with it: its own amount, and the rest where a capture ends the hold.
  hold_id bigint,
  pay_way smallint,
  tied_fen bigint not null default 0 check (tied_fen >= 0),
  asked_fen bigint,
  answer text not null default '',
  answered_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, deposit_id) references deposit (merchant_id, id),
  check (refunded_fen between 0 and amount_fen)
);
comment on column deposit_deduction.result is '1 失败 2 成功 3 已退款; null while the answer is awaited';
comment on column deposit_deduction.asked_fen is 'Requested from a platform; amount_fen is then what it took of it. null: no platform holds the deposit';
create unique index deposit_deduction_no on deposit_deduction (merchant_id, out_request_no);
create index deposit_deduction_order on deposit_deduction (merchant_id, order_id);
create index deposit_deduction_open on deposit_deduction (merchant_id, order_id, id) where result is null;
select tenant_table('deposit_deduction');
select order_scoped('deposit_deduction');

-- CashShifts, bills of providers, closed months, receipts and invoices.
-- 交接班 (orders.md §11.2.1): a cashier's shift from the count it begins with to the counts it ends with, and cash handed in to
-- the bank (J23). What is taken or paid by hand falls into the open shift of who recorded it; the entry is written under a
-- share of the shift's lock, so a shift that is being closed takes nothing more.
create table cash_shift (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  cashier_id bigint not null default actor(),
  status smallint not null default 0 check (status in (0, 1)),
  opening_fen bigint not null check (opening_fen >= 0),
  opened_at timestamptz not null default app_now(),
  closed_at timestamptz,
  closed_by bigint,
  signed_by bigint,
  reason text not null default '' check (length(reason) <= 200),
  -- A shift that begins with other cash than the books know of in its store: what was known, why it differs, who signed it.
  known_fen bigint,
  opening_reason text not null default '' check (length(opening_reason) <= 200),
  opening_signed_by bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table cash_shift is 'status 0 进行中 1 已交班; opening_fen: cash counted at the beginning; signed_by: the second person of a difference';
comment on column cash_shift.known_fen is 'cash that lay outside of shifts in the store when it began; null: it was not asked';
create unique index cash_shift_open on cash_shift (merchant_id, cashier_id) where status = {shiftStatus.open};
create index cash_shift_store on cash_shift (merchant_id, store_id, id);
create index cash_shift_cashier on cash_shift (merchant_id, cashier_id, id);

-- The newest shift of each store: whatever came before it, it counted. Those of today are few, of all stores together.
create index cash_shift_opened on cash_shift (merchant_id, opened_at) include (store_id);
select tenant_table('cash_shift');
select store_scoped('cash_shift', 'store_id');
grant update (status) on cash_shift to definer;

create table cash_count (
  merchant_id bigint not null default merchant(),
  shift_id bigint not null,
  pay_way smallint not null check (pay_way in (3, 4, 5, 7)),
  expected_fen bigint not null,
  counted_fen bigint not null,
  primary key (merchant_id, shift_id, pay_way),
  foreign key (merchant_id, shift_id) references cash_shift (merchant_id, id)
);
comment on table cash_count is 'what a shift should have had of each way when it ended, and what was counted';
select tenant_table('cash_count', 'insert');

create table cash_hand_in (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  shift_id bigint,
  amount_fen bigint not null check (amount_fen > 0),
  note text not null default '' check (length(note) <= 200),
  voucher_ids bigint[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  slip_no text not null default '' check (length(slip_no) <= 64),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table cash_hand_in is 'cash taken to the bank; shift_id null: cash that lay outside of any shift';
select tenant_table('cash_hand_in', 'insert');
select store_scoped('cash_hand_in', 'store_id');

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
  -- What the merchant bears of the lines of a provider's bill (商家优惠, 免充值券): the bank receives so much less.
  borne_fen bigint not null default 0,
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
  borne_fen bigint not null default 0,
  primary key (merchant_id, id),
  foreign key (merchant_id, bill_id) references pay_bill (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table bill_difference is 'kind 1 系统无记录 2 账单无记录 3 金额不符 4 状态不符; state 0 待处理 1 已相符 2 已入账; amounts without sign, null: that side has none; spent: what we have of that number was settled by something else; signed_by: the second person';
create index bill_difference_of on bill_difference (merchant_id, bill_id, id);
create index bill_difference_payment on bill_difference (merchant_id, payment_id) where payment_id is not null;
select tenant_table('bill_difference');

-- 月结: once a month is closed nothing is posted into it, or into one before it, by whatever program. Postings share a lock that
-- who closes takes alone: what is under way then is waited for, and what comes after sees the month closed.
create table closed_month (
  merchant_id bigint not null default merchant(),
  month date not null check (month = date_trunc('month', month)),
  closed_at timestamptz not null default app_now(),
  closed_by bigint not null default actor(),
  primary key (merchant_id, month)
);
comment on table closed_month is 'the first day of a month up to whose end the books are closed';
select tenant_table('closed_month', 'insert');

-- Work that a month was closed without: who accepted how much of it, and why. The last row of a point counts.
create table closing_acceptance (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  month date not null check (month = date_trunc('month', month)),
  kind text not null check (length(kind) between 1 and 40),
  count int not null check (count > 0),
  reason text not null check (length(reason) between 1 and 200),
  accepted_at timestamptz not null default app_now(),
  accepted_by bigint not null default actor(),
  primary key (merchant_id, id)
);
comment on table closing_acceptance is 'Points of packages/domain/src/money/closing/point.ts that stay undone when a month is closed';
create index closing_acceptance_month on closing_acceptance (merchant_id, month, kind, id);
select tenant_table('closing_acceptance', 'insert');

-- 试算平衡表: what each account of the books began a closed month with, what was posted to it, and what it ended with. The rows of a
-- month are made from its entries and the rows of the month before, when it is closed, whatever program closes it; so whoever
-- asks for them reads no entries. Nobody else writes them, and like what they add up they never change.
create table trial_balance (
  merchant_id bigint not null default merchant(),
  month date not null check (month = date_trunc('month', month)),
  account text not null,
  opening_fen bigint not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  closing_fen bigint not null generated always as (opening_fen + debit_fen - credit_fen) stored,
  primary key (merchant_id, month, account)
);
comment on table trial_balance is 'balances are debits less credits; an account has a row of every month from its first entry on';
select tenant_table('trial_balance', '');
grant insert on trial_balance to definer;

-- One receipt for many orders (一笔多单, orders.md §11.2.4): who paid, by which way, with which proof. Its allocation are payments,
-- one for each order, so that each order's books, refunds and bill stay its own; the parts come to the whole.
create table receipt (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  payer text not null check (length(payer) between 1 and 60),
  pay_way smallint not null check (pay_way in (3, 4, 5, 7)),
  amount_fen bigint not null check (amount_fen > 0),
  slip_no text not null default '' check (length(slip_no) <= 64),
  voucher_ids bigint[] not null default '{}',
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
comment on table receipt is 'money of one payer for several orders; never changed: what goes back of it stands on the refunds of its payments';
select tenant_table('receipt', 'insert');

-- Register of invoices (发票登记, orders.md §11.2.6): for which orders, how much of what they paid, and the red one that takes an
-- invoice back. No tax is worked out here.
create table invoice (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  status smallint not null default 0 check (status between 0 and 3),
  kind smallint not null default 1 check (kind in (1, 2)),
  title text not null check (length(title) between 1 and 100),
  tax_no text not null default '' check (length(tax_no) <= 20),
  -- What a special invoice (专用发票) shows of its buyer.
  buyer_address text not null default '' check (length(buyer_address) <= 100),
  buyer_phone text not null default '' check (length(buyer_phone) <= 20),
  buyer_bank text not null default '' check (length(buyer_bank) <= 60),
  buyer_account text not null default '' check (length(buyer_account) <= 40),
  amount_fen bigint not null check (amount_fen > 0),
  rate_bp smallint not null default 0 check (rate_bp between 0 and 10000),
  tax_fen bigint not null default 0 check (tax_fen >= 0),
  note text not null default '' check (length(note) <= 200),
  receipt_id bigint,
  number text not null default '' check (length(number) <= 20),
  issued_on date,
  file_ids bigint[] not null default '{}',
  red_number text not null default '' check (length(red_number) <= 20),
  red_on date,
  red_confirm_no text not null default '' check (length(red_confirm_no) <= 40),
  red_file_ids bigint[] not null default '{}',
  red_due boolean not null default false,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check ((number = '') = (issued_on is null)),
  check ((red_number = '') = (red_on is null)),
  foreign key (merchant_id, receipt_id) references receipt (merchant_id, id)
);
comment on table invoice is 'status 0 待开 1 已开 2 已红冲 3 已撤销; red_due: an order paid less since than its invoices say';
comment on column invoice.kind is '1 普通发票, 2 专用发票';
comment on column invoice.rate_bp is 'The rate in its amount when it was requested, basis points';
comment on column invoice.tax_fen is 'The tax in its amount';
comment on column invoice.red_confirm_no is 'The number of the tax office for the red invoice (红字发票信息确认单编号)';
create unique index invoice_number on invoice (merchant_id, number) where number <> '';
create unique index invoice_red_number on invoice (merchant_id, red_number) where red_number <> '';
create index invoice_waiting on invoice (merchant_id, created_at) where status = {invoiceStatus.waiting};
create index invoice_red_due on invoice (merchant_id, id) where red_due;
select tenant_table('invoice');
grant update on invoice to definer;

create table invoice_part (
  merchant_id bigint not null default merchant(),
  invoice_id bigint not null,
  order_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (merchant_id, invoice_id, order_id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table invoice_part is 'what of an invoice is for an order';
create index invoice_part_order on invoice_part (merchant_id, order_id);
select tenant_table('invoice_part', 'insert');
select order_scoped('invoice_part');

-- 进项发票: what suppliers have invoiced the merchant, and in which month its tax is deducted. A number is registered once; what was
-- registered wrongly is voided.
create table input_invoice (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  code text not null default '' check (length(code) <= 12),
  number text not null check (length(number) between 8 and 20),
  kind smallint not null check (kind between 1 and 4),
  seller text not null default '' check (length(seller) <= 100),
  seller_tax_no text not null default '' check (length(seller_tax_no) <= 20),
  issued_on date not null,
  net_fen bigint not null check (net_fen <> 0),
  tax_fen bigint not null check (tax_fen = 0 or sign(tax_fen) = sign(net_fen)),
  state smallint not null check (state between 0 and 2),
  month date check (extract(day from month) = 1),
  note text not null default '' check (length(note) <= 200),
  voided_at timestamptz,
  void_reason text not null default '' check (length(void_reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check ((month is not null) = (state = {inputState.chosen})),
  check (voided_at is null or month is null)
);
comment on table input_invoice is 'kind 1 专用发票 2 普通发票 3 机动车销售统一发票 4 通行费发票; state 0 不抵扣 1 待勾选 2 已勾选';
comment on column input_invoice.code is '发票代码 of an older invoice; a 数电票 has none';
comment on column input_invoice.net_fen is 'without tax; negative: a red invoice';
comment on column input_invoice.month is 'the first day of the month in which its tax is deducted';
create unique index input_invoice_number on input_invoice (merchant_id, number, code) where voided_at is null;
create index input_invoice_list on input_invoice (merchant_id, issued_on desc, id desc) where voided_at is null;
create index input_invoice_month on input_invoice (merchant_id, month, id) where month is not null;
create index input_invoice_waiting on input_invoice (merchant_id) where state = {inputState.waiting} and voided_at is null;
select tenant_table('input_invoice');
create policy scope on input_invoice as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What the tax adviser has said, and whether input tax is posted to the ledger.
create table tax_setting (
  merchant_id bigint primary key default merchant(),
  threshold_fen bigint not null check (threshold_fen >= 0),
  city_bp smallint not null check (city_bp in (100, 500, 700)),
  halved boolean not null,
  carry_fen bigint not null check (carry_fen >= 0),
  posted boolean not null,
  reason text not null check (length(reason) between 1 and 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on column tax_setting.carry_fen is '上期留抵税额 before the first return';
comment on column tax_setting.posted is 'input tax of filed returns is posted to the ledger (J28)';
comment on column tax_setting.reason is 'What the tax adviser said';
select tenant_table('tax_setting');
create policy scope on tax_setting as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- 增值税申报表 as it was filed: its figures do not change. One that was filed wrongly is withdrawn and filed again.
create table tax_return (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  form smallint not null check (form between 1 and 2),
  from_on date not null check (extract(day from from_on) = 1),
  to_on date not null,
  lines jsonb not null,
  income jsonb not null,
  pay_fen bigint not null,
  carry_fen bigint not null check (carry_fen >= 0),
  input_fen bigint not null,
  posted_on date,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  withdraw_reason text not null default '' check (length(withdraw_reason) <= 200),
  primary key (merchant_id, id),
  check (from_on < to_on)
);
comment on table tax_return is 'form 1 小规模纳税人 2 一般纳税人';
comment on column tax_return.income is '[{rateBp, accounts, cancelled}]: accounts of income that were taxed at a rate, and whether penalties of cancelled bookings were';
comment on column tax_return.input_fen is 'input tax less that of red invoices; posted_on: the day of its entry, null: it was not posted';
create unique index tax_return_period on tax_return (merchant_id, from_on) where withdrawn_at is null;
select tenant_table('tax_return');
create policy scope on tax_return as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
create function tax_return_stays() returns trigger language plpgsql set search_path = public as $$
begin
  raise exception 'tax return % was filed', old.id using errcode = 'check_violation';
end $$;
create trigger stays before update on tax_return for each row
  when (old.withdrawn_at is not null or old.lines <> new.lines or old.income <> new.income or old.pay_fen <> new.pay_fen
    or old.carry_fen <> new.carry_fen or old.input_fen <> new.input_fen or old.from_on <> new.from_on or old.to_on <> new.to_on)
  execute function tax_return_stays();

create table tax_return_invoice (
  merchant_id bigint not null default merchant(),
  return_id bigint not null,
  invoice_id bigint not null,
  red boolean not null,
  withdrawn boolean not null default false,
  primary key (merchant_id, return_id, invoice_id, red),
  foreign key (merchant_id, return_id) references tax_return (merchant_id, id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id)
);
comment on table tax_return_invoice is 'invoices of a filed return: one that is registered late is in the next return; red: as its red invoice';
create unique index tax_return_invoice_once on tax_return_invoice (merchant_id, invoice_id, red) where not withdrawn;
select tenant_table('tax_return_invoice');
create policy scope on tax_return_invoice as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
create index invoice_issued on invoice (merchant_id, issued_on) where issued_on is not null;
create index invoice_red_on on invoice (merchant_id, red_on) where red_on is not null;
-- A return that is made looks for those that were registered since the one before it, whatever their day.
create index invoice_registered on invoice (merchant_id, updated_at) where issued_on is not null;

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
  customer text,
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
comment on column bookkeeping_line.customer is 'Of an account that is kept by customer: the company that pays, empty for persons; null of other accounts';
comment on column bookkeeping_line.rate_bp is 'The rate that was taken out of this line, or that it is the tax of, basis points';
create index bookkeeping_line_store on bookkeeping_line (merchant_id, store_id) where store_id is not null;
select tenant_table('bookkeeping_line', 'insert, delete');

create table bookkeeping_account (
  merchant_id bigint not null default merchant(),
  account text not null,
  code text not null check (code ~ '^[0-9A-Za-z.-]{1,30}$'),
  name text not null check (length(name) between 1 and 60),
  tax_class smallint check (tax_class between 0 and 2),
  class_code text check (class_code ~ '^[0-9]{19}$'),
  cancel_class smallint check (cancel_class between 0 and 2),
  cancel_reason text not null default '' check (length(cancel_reason) <= 200),
  version int not null default 1,
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  primary key (merchant_id, account)
);
comment on table bookkeeping_account is 'Account codes of a merchant where they differ from the usual ones';
comment on column bookkeeping_account.tax_class is 'Of an income account: its class for value-added tax; null: the usual one';
comment on column bookkeeping_account.cancel_class is 'Of penalties: the class of those of cancelled bookings; null: not taxed';
comment on column bookkeeping_account.cancel_reason is 'What the tax adviser said about it';
comment on column bookkeeping_account.class_code is 'Of an income account: 商品和服务税收分类编码 on invoices';
select tenant_table('bookkeeping_account');

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

-- The merchant's own accounts at banks and with providers, and what their statements say (银行流水). The ledger has one account for all of
-- them; a line of a statement is matched to entries that the ledger has already, or to money in transit that is posted with the match.
create table bank_account (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 3),
  name text not null check (length(name) between 1 and 40),
  account_no text not null check (length(account_no) between 4 and 40),
  opening_on date not null,
  opening_fen bigint not null,
  stopped boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
comment on table bank_account is 'kind 1 银行账户 2 微信商户号 3 支付宝账户; account_no of a provider: the number of its contract';
comment on column bank_account.opening_fen is 'the balance at the beginning of opening_on: lines before that day are not imported';
create unique index bank_account_no on bank_account (merchant_id, account_no);
select tenant_table('bank_account');
create policy scope on bank_account as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What a match compares, once: an undone match stays, with its lines and entries free again.
create table bank_match (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  by_rule boolean not null,
  reason text not null check (length(reason) between 1 and 200),
  posted_key text check (length(posted_key) <= 60),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  undone_at timestamptz,
  undone_by bigint,
  undo_reason text not null default '' check (length(undo_reason) <= 200),
  primary key (merchant_id, id)
);
comment on table bank_match is 'by_rule: certain, so that nobody was asked; posted_key: the idempotency key of what was posted with it, money in transit that arrived or a charge of the bank';
select tenant_table('bank_match');
create policy scope on bank_match as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table bank_match_entry (
  merchant_id bigint not null default merchant(),
  match_id bigint not null,
  txn_id bigint not null,
  fen bigint not null,
  undone boolean not null default false,
  primary key (merchant_id, match_id, txn_id),
  foreign key (merchant_id, match_id) references bank_match (merchant_id, id),
  foreign key (merchant_id, txn_id) references ledger_txn (merchant_id, id)
);
comment on column bank_match_entry.fen is 'what the transaction moved on the account bank, debit less credit';
create unique index bank_match_entry_once on bank_match_entry (merchant_id, txn_id) where not undone;
select tenant_table('bank_match_entry');
create policy scope on bank_match_entry as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table bank_line (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  on_day date not null,
  at timestamptz,
  fen bigint not null check (fen <> 0),
  balance_fen bigint,
  party text not null default '' check (length(party) <= 60),
  party_tail text not null default '' check (length(party_tail) <= 4),
  note text not null default '' check (length(note) <= 200),
  line_no text not null default '' check (length(line_no) <= 64),
  nature smallint not null default 0 check (nature between 0 and 2),
  mark text not null check (length(mark) <= 480),
  twin smallint not null default 0,
  state smallint not null default 0 check (state between 0 and 2),
  match_id bigint,
  reason text not null default '' check (length(reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, account_id) references bank_account (merchant_id, id),
  foreign key (merchant_id, match_id) references bank_match (merchant_id, id),
  check ((match_id is not null) = (state = {bankLineState.matched})),
  check (reason = '' or state = {bankLineState.outside})
);
comment on table bank_line is 'nature 0 转账 1 交易 2 提现; state 0 待匹配 1 已匹配 2 账外';
comment on column bank_line.fen is 'positive: received';
comment on column bank_line.party_tail is 'the last four digits of the other account: more of it is not stored';
comment on column bank_line.mark is 'what tells it from other lines of its account: its number and amount, or all that it says; twin: the how many-eth of lines without a number that say the same';
comment on column bank_line.reason is 'why it concerns nothing that these books have';
create unique index bank_line_once on bank_line (merchant_id, account_id, mark, twin);
create index bank_line_open on bank_line (merchant_id, on_day desc, id desc) include (account_id, fen, nature) where state = {bankLineState.open};
create index bank_line_outside on bank_line (merchant_id, on_day) include (fen) where state = {bankLineState.outside};
create index bank_line_list on bank_line (merchant_id, on_day desc, id desc);
create index bank_line_account on bank_line (merchant_id, account_id, on_day);
create index bank_line_match on bank_line (merchant_id, match_id) where match_id is not null;
select tenant_table('bank_line');
create policy scope on bank_line as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What the lines of an account come to on a day, so that the balances of a month are not added up from every line before it.
create table bank_day (
  merchant_id bigint not null default merchant(),
  account_id bigint not null,
  on_day date not null,
  line_count int not null,
  fen bigint not null,
  end_fen bigint,
  primary key (merchant_id, account_id, on_day),
  foreign key (merchant_id, account_id) references bank_account (merchant_id, id)
);
comment on column bank_day.end_fen is 'the balance at the end of the day that the statement states; null: it states none';
select tenant_table('bank_day');
create policy scope on bank_day as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- Whom the merchant owes: garages, insurers, lessors, platforms and others. Of an owner of managed cars the account stands in its own file.
create table payee (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 7),
  name text not null check (length(name) between 1 and 60),
  origin_id bigint,
  holder text not null default '' check (length(holder) <= 60),
  bank text not null default '' check (length(bank) <= 60),
  account_enc bytea,
  account_mask text not null default '',
  account_at timestamptz,
  pay_days smallint not null default 30 check (pay_days between 0 and 365),
  note text not null default '' check (length(note) <= 200),
  stopped boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table payee is 'kind 1 维修厂 2 保险公司 3 出租方 4 贷款机构 5 车主 6 平台 7 其他; pay_days: days from a bill to its due date';
comment on column payee.origin_id is 'the garage, or the owner of managed cars, that it is';
comment on column payee.holder is 'the name of the bank account, where it is another one';
comment on column payee.account_enc is 'the number of the bank account; account_at: when it was entered or changed';
create unique index payee_name on payee (merchant_id, kind, name) where origin_id is null;
create unique index payee_origin on payee (merchant_id, kind, origin_id) where origin_id is not null;
select tenant_table('payee');
create policy scope on payee as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant update (account_enc) on payee to definer;

-- What is owed to a payee. A bill that follows a statement is posted by the feature of that statement.
create table payable_bill (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  payee_id bigint not null,
  source smallint not null check (source between 1 and 3),
  ref_id bigint,
  bill_no text not null default '' check (length(bill_no) <= 40),
  what text not null check (length(what) between 1 and 100),
  billed_on date not null,
  due_on date not null,
  booked_on date not null,
  fen bigint not null check (fen > 0),
  accrued_fen bigint not null default 0,
  paid_fen bigint not null default 0 check (paid_fen between 0 and fen),
  state smallint not null check (state between 1 and 4),
  posted boolean not null,
  media_ids bigint[] not null default '{}',
  reason text not null default '' check (length(reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, payee_id) references payee (merchant_id, id),
  check (posted = (source <> {payableSource.owner}))
);
comment on table payable_bill is 'source 1 手工 2 车辆费用 3 车主结算; state 1 待付 2 付款中 3 已付清 4 已作废';
comment on column payable_bill.ref_id is 'the statement that it follows';
comment on column payable_bill.booked_on is 'the day of its entry: its own, or in a closed month the day on which it was entered';
comment on column payable_bill.accrued_fen is 'what was booked of its costs when their months were closed, fen';
comment on column payable_bill.posted is 'whether its entries are of this feature';
comment on column payable_bill.reason is 'why it was cancelled';
create unique index payable_bill_no on payable_bill (merchant_id, payee_id, bill_no) where bill_no <> '' and state <> {payableState.cancelled};
create unique index payable_bill_ref on payable_bill (merchant_id, source, ref_id) where ref_id is not null and state <> {payableState.cancelled};
create index payable_bill_open on payable_bill (merchant_id, due_on, id) include (payee_id, fen, paid_fen, state)
  where state in ({payableState.open}, {payableState.inRun});
create index payable_bill_list on payable_bill (merchant_id, due_on, id);
create index payable_bill_payee on payable_bill (merchant_id, payee_id, due_on, id);
select tenant_table('payable_bill');
create policy scope on payable_bill as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- The costs of cars that a bill is about, each billed once.
create table payable_line (
  merchant_id bigint not null default merchant(),
  bill_id bigint not null,
  origin smallint not null check (origin between 1 and 3),
  ref_id bigint not null,
  vehicle_id bigint not null,
  fen bigint not null check (fen <> 0),
  cancelled boolean not null default false,
  primary key (merchant_id, bill_id, origin, ref_id),
  foreign key (merchant_id, bill_id) references payable_bill (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table payable_line is 'origin 1 工单 2 每月计划 3 保单; ref_id: the ticket, the cost of a month, the policy';
create index payable_line_ref on payable_line (merchant_id, origin, ref_id) include (fen) where not cancelled;
create index payable_line_vehicle on payable_line (merchant_id, vehicle_id);
select tenant_table('payable_line');
create policy scope on payable_line as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What was known of a ticket and not billed when a month was closed. The bill takes it over.
create table payable_accrual (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  origin smallint not null check (origin between 1 and 3),
  ref_id bigint not null,
  month date not null check (extract(day from month) = 1),
  fen bigint not null check (fen <> 0),
  bill_id bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, bill_id) references payable_bill (merchant_id, id)
);
create unique index payable_accrual_month on payable_accrual (merchant_id, origin, ref_id, month);
create index payable_accrual_bill on payable_accrual (merchant_id, bill_id) where bill_id is not null;
select tenant_table('payable_accrual');
create policy scope on payable_accrual as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- Whether depreciation, leases, loans and sales of cars are in the ledger, and from which month on.
create table asset_setting (
  merchant_id bigint primary key default merchant(),
  posted boolean not null,
  from_month date not null check (extract(day from from_month) = 1),
  reason text not null check (length(reason) between 1 and 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table asset_setting is 'from_month stays once a month was posted';
select tenant_table('asset_setting');
create policy scope on asset_setting as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What was posted of a car when a month was closed (J29): what it cost and its depreciation, each as far as it was not posted before.
create table asset_month (
  merchant_id bigint not null default merchant(),
  vehicle_id bigint not null,
  month date not null check (extract(day from month) = 1),
  opening_cost_fen bigint not null,
  cost_fen bigint not null,
  opening_fen bigint not null,
  depreciation_fen bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, vehicle_id, month),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on column asset_month.opening_cost_fen is 'cost of a car that was bought before asset_setting.from_month; cost_fen: of one that was bought later';
comment on column asset_month.opening_fen is 'depreciation before asset_setting.from_month; depreciation_fen: since then, a cost';
create index asset_month_month on asset_month (merchant_id, month);
select tenant_table('asset_month', 'insert');
create policy scope on asset_month as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- The sale or scrapping of a car. It is posted (J30) when its month is closed; what was posted stays here.
create table asset_disposal (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  disposed_on date not null,
  buyer text not null default '' check (length(buyer) <= 60),
  proceeds_fen bigint not null check (proceeds_fen >= 0),
  tax_kind smallint not null check (tax_kind between 0 and 3),
  tax_fen bigint not null check (tax_fen between 0 and proceeds_fen),
  note text not null default '' check (length(note) <= 200),
  received_on date,
  received_posted boolean not null default false,
  booked_on date,
  cost_fen bigint,
  depreciated_fen bigint,
  gain_fen bigint,
  cancelled_at timestamptz,
  cancelled_by bigint,
  reason text not null default '' check (length(reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  check ((booked_on is null) = (cost_fen is null) and (booked_on is null) = (depreciated_fen is null) and (booked_on is null) = (gain_fen is null)),
  check (gain_fen = proceeds_fen - tax_fen - (cost_fen - depreciated_fen))
);
comment on table asset_disposal is 'tax_kind 0 不计增值税 1 简易计税3%减按2% 2 小规模1% 3 一般计税13%';
comment on column asset_disposal.booked_on is 'the day of its entry (J30); null: its month is open, or costs were not posted then';
create unique index asset_disposal_car on asset_disposal (merchant_id, vehicle_id) where cancelled_at is null;
create index asset_disposal_day on asset_disposal (merchant_id, disposed_on) where cancelled_at is null;
select tenant_table('asset_disposal');
create policy scope on asset_disposal as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- A loan for a car: its principal is a debt. Its interest is a cost of each month, by a plan of the car.
create table car_loan (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  lender text not null check (length(lender) between 1 and 60),
  principal_fen bigint not null check (principal_fen > 0),
  taken_on date not null,
  repaid_fen bigint not null default 0 check (repaid_fen between 0 and principal_fen),
  booked_on date,
  booked_fen bigint,
  cancelled_at timestamptz,
  reason text not null default '' check (length(reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  check ((booked_on is null) = (booked_fen is null))
);
comment on column car_loan.booked_fen is 'what was not repaid when it entered the books (J30); null: it is not in them';
create index car_loan_vehicle on car_loan (merchant_id, vehicle_id);
select tenant_table('car_loan');
create policy scope on car_loan as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table car_loan_repayment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  loan_id bigint not null,
  fen bigint not null check (fen > 0),
  paid_on date not null,
  posted boolean not null,
  undone_at timestamptz,
  undone_by bigint,
  reason text not null default '' check (length(reason) <= 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, loan_id) references car_loan (merchant_id, id)
);
comment on column car_loan_repayment.posted is 'its entry is in the ledger (J30); one before asset_setting.from_month reduces what enters the books';
create index car_loan_repayment_loan on car_loan_repayment (merchant_id, loan_id);
select tenant_table('car_loan_repayment');
create policy scope on car_loan_repayment as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- A payment run (付款批次): chosen bills that a second person approves and that the bank pays by a file.
create table payment_run (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  run_no text not null check (length(run_no) between 1 and 20),
  state smallint not null check (state between 1 and 5),
  fen bigint not null check (fen > 0),
  bill_count int not null check (bill_count > 0),
  note text not null default '' check (length(note) <= 200),
  submitted_at timestamptz,
  submitted_by bigint,
  decided_at timestamptz,
  decided_by bigint,
  decide_note text not null default '' check (length(decide_note) <= 200),
  paid_on date,
  slip_no text not null default '' check (length(slip_no) <= 64),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table payment_run is 'state 1 草稿 2 待审批 3 待付款 4 已付款 5 已撤销';
create unique index payment_run_no on payment_run (merchant_id, run_no);
create index payment_run_list on payment_run (merchant_id, state, id desc);
select tenant_table('payment_run');
create policy scope on payment_run as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table payment_run_bill (
  merchant_id bigint not null default merchant(),
  run_id bigint not null,
  bill_id bigint not null,
  fen bigint not null check (fen > 0),
  live boolean not null default true,
  account_hash bytea,
  primary key (merchant_id, run_id, bill_id),
  foreign key (merchant_id, run_id) references payment_run (merchant_id, id),
  foreign key (merchant_id, bill_id) references payable_bill (merchant_id, id)
);
comment on column payment_run_bill.live is 'its bill is in no other run until this one is paid or cancelled';
comment on column payment_run_bill.account_hash is 'the bank account of its payee when the run was submitted: another one is not what was approved';
create unique index payment_run_bill_live on payment_run_bill (merchant_id, bill_id) where live;
create index payment_run_bill_bill on payment_run_bill (merchant_id, bill_id);
select tenant_table('payment_run_bill');
create policy scope on payment_run_bill as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table payable_payment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  bill_id bigint not null,
  run_id bigint,
  fen bigint not null check (fen > 0),
  pay_way smallint not null check (pay_way between 1 and 7),
  paid_on date not null,
  slip_no text not null default '' check (length(slip_no) <= 64),
  voucher_ids bigint[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  undone_at timestamptz,
  undone_by bigint,
  undo_reason text not null default '' check (length(undo_reason) <= 200),
  primary key (merchant_id, id),
  foreign key (merchant_id, bill_id) references payable_bill (merchant_id, id),
  foreign key (merchant_id, run_id) references payment_run (merchant_id, id),
  check ((undone_at is null) = (undo_reason = ''))
);
comment on table payable_payment is 'A payment of a bill, in whole or in part. Of a bill that follows a statement its entry is of the feature of that statement';
create index payable_payment_bill on payable_payment (merchant_id, bill_id);
create index payable_payment_run on payable_payment (merchant_id, run_id) where run_id is not null;
select tenant_table('payable_payment');
create policy scope on payable_payment as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table ledger_sum (
  merchant_id bigint not null default merchant(),
  span text not null check (span in ('month', 'day')),
  from_on date not null,
  account text not null,
  n bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (merchant_id, span, from_on, account) include (n, debit_fen, credit_fen)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table ledger_sum is 'what was posted to an account on a day, and in the month that begins with it, and by how many entries (n)';
select tenant_table('ledger_sum', '');
create policy scope on ledger_sum as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant insert, update, delete on ledger_sum to definer;

create table ledger_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  posted_on date not null,
  account text not null,
  n bigint not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  primary key (merchant_id, id)
);
comment on table ledger_change is 'what was posted and is not in ledger_sum yet';
select tenant_table('ledger_change', '');
create policy scope on ledger_change as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant insert, delete on ledger_change to definer;

-- What is held of customers is not added up from every deposit in the house and every open order. What an order has not earned yet is
-- stored by the trigger of the sums of the books, a row while it is not nothing; whether a deposit of it is in the house, by the trigger
-- that tells an order of its deposits. The indexes of both carry what is asked.
create table order_unearned (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  fen bigint not null,
  primary key (merchant_id, order_id) include (fen)
);
comment on table order_unearned is 'credit less debit of the account unearned, of each order of which it is not nothing';
select tenant_table('order_unearned', '');
select order_scoped('order_unearned');
grant insert, update, delete on order_unearned to definer;

-- What of the books moved since they were last compared, so that a night compares that and not the whole history: the orders, from the
-- follower of figures, and the last transaction that was compared.
create table order_moved (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  at timestamptz not null default app_now(),
  primary key (merchant_id, order_id)
);
comment on table order_moved is 'Orders that changed since the books were last compared';
select tenant_table('order_moved', 'insert, update, delete');
create policy scope on order_moved as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table books_compared (
  merchant_id bigint not null default merchant(),
  txn_id bigint,
  primary key (merchant_id)
);
comment on table books_compared is 'The last transaction that was compared; without one everything is compared in the next night';
select tenant_table('books_compared');
create policy scope on books_compared as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- Whose a channel is that a provider names in the address it tells at.
create function merchant_of_channel(channel bigint) returns bigint language sql stable security definer set search_path = public as
  $$ select c.merchant_id from pay_channel c where c.id = channel $$;
alter function merchant_of_channel(bigint) owner to definer;
revoke all on function merchant_of_channel(bigint) from public;
grant execute on function merchant_of_channel(bigint) to gate;

-- The id is a variable, so that the balance of a transaction is looked up by it: in one expression over both tables' rows it would be
-- worked out anew for every entry of the books.
create function ledger_balanced() returns trigger language plpgsql security definer set search_path = public as $$
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
alter function ledger_balanced() owner to definer;

-- On both tables: a transaction without entries is out of balance too.
create constraint trigger ledger_entry_balance after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_balanced();
create constraint trigger ledger_txn_balance after insert on ledger_txn deferrable initially deferred
  for each row execute function ledger_balanced();

create function ledger_frozen() returns trigger language plpgsql as $$
begin raise exception 'the ledger is append-only'; end $$;
create trigger ledger_txn_frozen before update or delete on ledger_txn for each row execute function ledger_frozen();
create trigger ledger_entry_frozen before update or delete on ledger_entry for each row execute function ledger_frozen();
create trigger trial_balance_frozen before update or delete on trial_balance for each row execute function ledger_frozen();

create function ledger_txn_written() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.written_in := pg_current_xact_id();
  perform pg_advisory_xact_lock_shared(hashtextextended('books', new.merchant_id));
  if exists (select from closed_month c where c.merchant_id = new.merchant_id and c.month >= date_trunc('month', new.posted_on)) then
    raise exception 'the month of % is closed', new.posted_on using errcode = 'CY001';
  end if;
  return new;
end $$;
alter function ledger_txn_written() owner to definer;
create trigger ledger_txn_written before insert on ledger_txn for each row execute function ledger_txn_written();

-- An entry looks at its transaction once, before it is written: whether it is of this very transaction, when that was, and what of a
-- bill is counted. That look is the reference, too: there is such a transaction, and none is ever deleted.
create function ledger_entry_fits() returns trigger language plpgsql security definer set search_path = public as $$
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
  new.posted_on := coalesce(new.posted_on, txn.posted_on);
  if txn.posted_on is distinct from new.posted_on then
    raise exception 'an entry of ledger transaction % names another day', new.txn_id using errcode = 'check_violation';
  end if;
  if new.account = 'unearned' and txn.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) then
    new.posted_at := txn.created_at;
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select new.merchant_id, 'billed ' || to_char(txn.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, new.credit_fen - new.debit_fen
      from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id;
  end if;
  return new;
end $$;
alter function ledger_entry_fits() owner to definer;
create trigger ledger_entry_fits before insert on ledger_entry for each row execute function ledger_entry_fits();

-- Money that a store takes or gives by hand stays with that store, also without a shift of the cashier: once the car is back,
-- that is the one to which it came. What a provider moves goes by the contract of the store that rented it out.
create function ledger_money() returns trigger language plpgsql security definer set search_path = public as $$
declare
  txn record;
  way smallint;
  kind smallint;
  asked_by bigint;
  cashShift record;
begin
  select t.journal, t.idem_key, t.order_id, t.payment_id, t.account_id, t.posted_on, t.created_at into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
  new.posted_at := txn.created_at;
  -- What belongs to no order is written by who knows all of this.
  if txn.order_id is null then return new; end if;
  if txn.payment_id is not null then
    select p.pay_way, p.pay_kind, p.created_by into way, kind, asked_by
      from payment p where p.merchant_id = new.merchant_id and p.id = txn.payment_id;
  elsif txn.journal = {journal.deducted} then
    select n.pay_way, {flowKind.deduction}, n.created_by into way, kind, asked_by
      from deposit_deduction n where n.merchant_id = new.merchant_id and 'J16:' || n.id = txn.idem_key and n.order_id = txn.order_id;
  end if;
  if way is null then return new; end if;
  if new.account = 'cash_offline' then
    new.account := case way when {payWay.cash} then 'cash_on_hand' when {payWay.bank} then 'bank' when {payWay.pos} then 'pos_clearing' when {payWay.other} then 'other_clearing'
      else new.account end;
  end if;
  new.pay_way := way;
  new.flow_kind := kind;
  new.moved_on := txn.posted_on;
  if way in ({payWay.cash}, {payWay.bank}, {payWay.pos}, {payWay.other}) then
    new.cashier_id := nullif(txn.account_id, 0);
    select s.id, s.store_id into cashShift from cash_shift s
      where s.merchant_id = new.merchant_id and s.cashier_id = txn.account_id and s.status = {shiftStatus.open} for share;
    new.shift_id := cashShift.id;
    new.store_id := cashShift.store_id;
  else
    new.cashier_id := nullif(asked_by, 0);
  end if;
  if new.store_id is null then
    new.store_id := (select case when way in ({payWay.cash}, {payWay.bank}, {payWay.pos}, {payWay.other}) and o.status = {orderStatus.returned} then o.return_store_id else o.store_id end
      from "order" o where o.merchant_id = new.merchant_id and o.id = txn.order_id);
  end if;
  return new;
end $$;
alter function ledger_money() owner to definer;
create trigger ledger_money before insert on ledger_entry for each row
  when (new.account in ('cash_offline', 'cash_on_hand', 'bank', 'pos_clearing', 'other_clearing', 'online_clearing', 'platform_clearing'))
  execute function ledger_money();

create function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
      violation_free_fen = m.violation, deposit_in_hand = h.held
    from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen, p.open_violations) f,
      deposits_free_fen(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen, p.open_violations) m,
      has_deposit_in_hand(p.merchant_id, p.id) h (held)
    where p.merchant_id = new.merchant_id and p.id = new.order_id and o.merchant_id = new.merchant_id and o.id = new.order_id
      and (o.rental_free, o.violation_free_at, o.rental_free_fen, o.violation_free_fen, o.deposit_in_hand)
        is distinct from (f.rental, f.violation_at, m.rental, m.violation, h.held);
  return null;
end $$;
alter function deposit_tells_order() owner to definer;
revoke all on function deposit_tells_order() from public;

-- A deposit that is only asked for frees nothing.
create trigger tells_order_new after insert on deposit for each row when (new.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}))
  execute function deposit_tells_order();
create trigger tells_order after update on deposit for each row
  when ((old.hold_status, old.held_fen, old.captured_fen, old.released_fen, old.in_flight_fen, old.due_release_at)
    is distinct from (new.hold_status, new.held_fen, new.captured_fen, new.released_fen, new.in_flight_fen, new.due_release_at))
  execute function deposit_tells_order();

create function closed_month_stays() returns trigger language plpgsql as $$
begin raise exception 'a closed month stays closed'; end $$;
create trigger closed_month_stays before update or delete on closed_month for each row execute function closed_month_stays();

create function closed_month_in_turn() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('books', new.merchant_id));
  if (new.month + interval '1 month') at time zone 'Asia/Shanghai' > app_now() then
    raise exception 'month % is not over', new.month using errcode = 'check_violation';
  end if;
  if exists (select from closed_month c where c.merchant_id = new.merchant_id and c.month >= new.month) then
    raise exception 'month % is closed', new.month using errcode = 'CY001';
  end if;
  return new;
end $$;
create trigger closed_month_in_turn before insert on closed_month for each row execute function closed_month_in_turn();

-- Every month that has no rows yet, up to the one given.
create function fill_trial_balance(of_merchant bigint, through date) returns void
  language plpgsql security definer set search_path = public as $$
declare
  next_month date := coalesce(
    (select (max(b.month) + interval '1 month')::date from trial_balance b where b.merchant_id = of_merchant),
    (select date_trunc('month', min(t.posted_on))::date from ledger_txn t where t.merchant_id = of_merchant));
begin
  while next_month <= through loop
    insert into trial_balance (merchant_id, month, account, opening_fen, debit_fen, credit_fen)
    select of_merchant, next_month, x.account, sum(x.opening), sum(x.debit), sum(x.credit)
      from (
        select b.account, b.closing_fen as opening, 0 as debit, 0 as credit from trial_balance b
          where b.merchant_id = of_merchant and b.month = next_month - interval '1 month'
        union all
        select e.account, 0, e.debit_fen, e.credit_fen
          from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
          where t.merchant_id = of_merchant and t.posted_on >= next_month and t.posted_on < next_month + interval '1 month') x
      group by x.account;
    next_month := next_month + interval '1 month';
  end loop;
end $$;
alter function fill_trial_balance(bigint,date) owner to definer;
revoke all on function fill_trial_balance(bigint,date) from public;

create function closed_month_balanced() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform fill_trial_balance(new.merchant_id, new.month);
  return null;
end $$;
alter function closed_month_balanced() owner to definer;
create trigger closed_month_balanced after insert on closed_month for each row execute function closed_month_balanced();

create function invoice_red_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invoice i set red_due = x.over, updated_at = app_now()
    from (select sum(p.amount_fen) > new.paid_fen - new.refunded_fen + new.refund_expense_fen as over
      from invoice_part p join invoice v on v.merchant_id = p.merchant_id and v.id = p.invoice_id
     where p.merchant_id = new.merchant_id and p.order_id = new.id and v.status = {invoiceStatus.issued}) x
   where i.merchant_id = new.merchant_id and i.status = {invoiceStatus.issued} and x.over is not null
     and i.id in (select p.invoice_id from invoice_part p where p.merchant_id = new.merchant_id and p.order_id = new.id)
     and i.red_due <> x.over
     -- Another order of it may still be over.
     and (x.over or not exists (
       select from invoice_part q join "order" o on o.merchant_id = q.merchant_id and o.id = q.order_id
        where q.merchant_id = i.merchant_id and q.invoice_id = i.id and q.order_id <> new.id
          and o.paid_fen - o.refunded_fen + o.refund_expense_fen < (
            select sum(r.amount_fen) from invoice_part r join invoice w on w.merchant_id = r.merchant_id and w.id = r.invoice_id
             where r.merchant_id = q.merchant_id and r.order_id = q.order_id and w.status = {invoiceStatus.issued})));
  return null;
end $$;
alter function invoice_red_due() owner to definer;
create trigger invoice_red_due after update of paid_fen, refunded_fen, refund_expense_fen on "order" for each row
  when (new.paid_fen - new.refunded_fen + new.refund_expense_fen <> old.paid_fen - old.refunded_fen + old.refund_expense_fen)
  execute function invoice_red_due();
create trigger told after update of status, fail_count on payment for each row when (new.direction = 'out')
  execute function tell_of_todo('refund');
create trigger told_check after update of status, asked, wrong_fen, checked_at on payment for each row
  when (((old.status in ({paymentStatus.waiting}, {paymentStatus.processing}) and old.asked > 6) or (old.wrong_fen is not null and old.checked_at is null))
    is distinct from ((new.status in ({paymentStatus.waiting}, {paymentStatus.processing}) and new.asked > 6) or (new.wrong_fen is not null and new.checked_at is null)))
  execute function tell_of_todo('payCheck');

-- A reimbursement that waits for another person is counted on the home of those who may agree to it.
create trigger told_waiting after insert or update of status on reimbursement for each row execute function tell_of_todo('reimburse');
create trigger told after update of hold_status, pay_status, held_fen on deposit
  for each row execute function tell_of_todo('rentalDeposit', 'violationDeposit');

-- A deposit that nobody has paid yet is in no counter.
create function tell_of_deposits() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
  select d.merchant_id, 'todo.changed', 'deposit/' || d.order_id, '{"codes": ["rentalDeposit", "violationDeposit"]}', array[o.store_id, o.return_store_id]
    from (select distinct merchant_id, order_id from news where hold_status <> {holdStatus.none}) d
      join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_deposits() owner to definer;
revoke all on function tell_of_deposits() from public;
create trigger told_new after insert on deposit referencing new table as news for each statement execute function tell_of_deposits();

create function tally_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select o.merchant_id, s.name, o.store_id, o.return_store_id, sum(o.n)
    from (values
      (old.merchant_id, old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id, old.next_due_on, old.next_due_fen, old.instalments_overdue, -1),
      (new.merchant_id, new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id, new.next_due_on, new.next_due_fen, new.instalments_overdue, 1))
      o (merchant_id, order_kind, status, prev_status, store_id, return_store_id, next_due_on, next_due_fen, instalments_overdue, n),
      lateral (values
        ('order ' || o.order_kind || ' ' || o.status),
        (case
          when o.next_due_fen <= 0 or o.next_due_on is null or o.status in ({orderStatus.notSubmitted}, {orderStatus.submitted}) then null
          else 'plan ' || o.order_kind || ' ' || case when o.instalments_overdue > 0 then '0' else to_char(o.next_due_on, 'YYYY-MM-DD') end end)) s (name)
   where o.merchant_id is not null and s.name is not null
     and (o.status <> {orderStatus.cancelled} or o.prev_status is distinct from {orderStatus.notSubmitted})
   group by o.merchant_id, s.name, o.store_id, o.return_store_id having sum(o.n) <> 0;
  -- What was billed goes along to other stores.
  if (old.store_id, old.return_store_id) <> (new.store_id, new.return_store_id) then
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select e.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), s.store_id, s.return_store_id,
        s.sign * sum(e.credit_fen - e.debit_fen)
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned',
        (values (old.store_id, old.return_store_id, -1), (new.store_id, new.return_store_id, 1)) s (store_id, return_store_id, sign)
     where t.merchant_id = new.merchant_id and t.order_id = new.id and t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff})
     group by e.merchant_id, t.posted_on, s.store_id, s.return_store_id, s.sign;
  end if;
  return null;
end $$;
alter function tally_order() owner to definer;
revoke all on function tally_order() from public;
create trigger tallied_too after insert or delete on "order" for each row execute function tally_order();
create trigger tallied after update of order_kind, status, prev_status, store_id, return_store_id, next_due_on, next_due_fen, instalments_overdue on "order" for each row
  when ((old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id, old.next_due_on, old.next_due_fen > 0, old.instalments_overdue > 0)
    is distinct from (new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id, new.next_due_on, new.next_due_fen > 0, new.instalments_overdue > 0))
  execute function tally_order();

create function tally_anew() returns void language sql set search_path = public as $$
  truncate tally, tally_change;
  insert into tally (merchant_id, name, store_id, return_store_id, n)
  select merchant_id, 'order ' || order_kind || ' ' || status, store_id, return_store_id, count(*)
    from "order" where status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted} group by 1, 2, 3, 4
  union all
  select merchant_id, 'plan ' || order_kind || ' ' || case when instalments_overdue > 0 then '0' else to_char(next_due_on, 'YYYY-MM-DD') end,
      store_id, return_store_id, count(*)
    from "order" where next_due_fen > 0 and next_due_on is not null and status not in ({orderStatus.notSubmitted}, {orderStatus.submitted})
     and (status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted}) group by 1, 2, 3, 4
  union all
  select o.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
    from ledger_txn t
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) group by 1, 2, 3, 4
  order by 1, 2, 3, 4;
$$;
revoke all on function tally_anew() from public;

-- What is due, across merchants: ids only, in their order and after the last one seen. The job then works on each row
-- inside a transaction of its merchant, under the row's lock, and asks the rules again, so a second run or a second
-- process finds nothing to do. Where a merchant's own settings decide, this is only the widest they can be.
create function timer_due_of_orders(timer text, now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable set search_path = public as $$
begin
  case timer
    when 'draft' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.notSubmitted} and o.created_at <= now_at - interval '24 hours' and o.id > after_id order by o.id limit most;
    when 'payTimeout' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.submitted} and o.pay_deadline <= now_at and o.id > after_id order by o.id limit most;
    when 'unaccepted' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.confirming} and (o.pickup_at <= now_at or (o.source <> {source.offline} and o.confirm_deadline <= now_at))
         and o.id > after_id order by o.id limit most;
    when 'confirmAlarm' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.confirming} and (o.confirm_deadline <= now_at
           or (o.source <> {source.offline} and o.created_at + (o.confirm_deadline - o.created_at) / 2 <= now_at))
         and o.id > after_id order by o.id limit most;
    when 'autoArrange' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.confirmed} and o.pickup_at <= now_at + interval '24 hours' and o.id > after_id order by o.id limit most;
    when 'noShow' then return query
      select o.merchant_id, o.id from "order" o
       where o.status in ({orderStatus.confirmed}, {orderStatus.arranged}) and o.pickup_at <= now_at and o.id > after_id order by o.id limit most;
    when 'overdueRoll' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.pickedUp} and o.return_at <= now_at and o.id > after_id order by o.id limit most;
    -- A reminder of the night goes out at 21:30, for a pickup or return at 9:59 twelve and a half hours ahead.
    when 'reminder' then return query
      select o.merchant_id, o.id from "order" o
       where ((o.status in ({orderStatus.confirmed}, {orderStatus.arranged}) and o.pickup_at > now_at and o.pickup_at <= now_at + interval '13 hours')
           or (o.status = {orderStatus.pickedUp} and o.return_at > now_at and o.return_at <= now_at + interval '13 hours'))
         and o.id > after_id order by o.id limit most;
    when 'violationRelease' then return query
      select d.merchant_id, d.order_id from deposit d
       where d.kind = {depositKind.violation} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and d.due_release_at <= now_at
         and not exists (select from task k where k.merchant_id = d.merchant_id and k.kind = 'violationRelease'
           and k.ref_id = d.id and k.done_at is null)
         and d.order_id > after_id order by d.order_id limit most;
    when 'monthEnd' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.pickedUp} and o.actual_pickup_at < now_at and o.id > after_id order by o.id limit most;
    else raise exception 'unknown timer %', timer;
  end case;
end $$;
alter function timer_due_of_orders(text,timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_of_orders(text,timestamptz,bigint,int) from public;

-- A hold that cannot be let go in parts stays whole while a debt keeps a part of it: nothing is due then.
-- Begins with the few orders whose deposit may go back, which an index has; of deposits that are held there is one for each car that is out.
create function timer_due_rentalrelease(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select d.merchant_id, d.order_id from "order" o
    join deposit d on d.merchant_id = o.merchant_id and d.order_id = o.id
   where o.status = {orderStatus.returned} and o.rental_free
     and d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and d.withdrawn_at is null
     and d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen > greatest(o.owed_fen, 0)
     and not (o.owed_fen > 0 and exists (select from deposit_hold h
       where h.merchant_id = d.merchant_id and h.deposit_id = d.id and h.status = {authHoldStatus.held} and h.pay_way <> {payWay.alipay}))
     and d.order_id > after_id order by d.order_id limit most
$$;
alter function timer_due_rentalrelease(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_rentalrelease(timestamptz,bigint,int) from public;

create function timer_due_payquery(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from payment p where p.ask_at <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_payquery(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_payquery(timestamptz,bigint,int) from public;

create function timer_due_moneyout(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from payment p
   where p.direction = 'out' and p.pay_mode = {payMode.onlineOut} and p.status in ({paymentStatus.waiting}, {paymentStatus.failed}) and p.fail_count < 5
     and p.release_after <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_moneyout(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_moneyout(timestamptz,bigint,int) from public;

create function timer_due_authexpiry(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select h.merchant_id, h.id from deposit_hold h
   where h.status = {authHoldStatus.held} and h.expire_at <= now_at + interval '3 days' and h.id > after_id order by h.id limit most
$$;
alter function timer_due_authexpiry(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_authexpiry(timestamptz,bigint,int) from public;

-- Overdue for a day or more, or with an authorisation of a deposit that ends within three.
create function timer_due_lateproposal(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = {orderStatus.pickedUp} and o.return_at < now_at and o.id > after_id
     and (o.return_at <= now_at - interval '1 day' or exists (select from deposit_hold h
       where h.merchant_id = o.merchant_id and h.order_id = o.id and h.status = {authHoldStatus.held} and h.expire_at <= now_at + interval '3 days'))
   order by o.id limit most
$$;
alter function timer_due_lateproposal(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_lateproposal(timestamptz,bigint,int) from public;

create function timer_due_paycertificates(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.id from pay_channel c
   where c.certificates_ask_at <= now_at and c.id > after_id order by c.id limit most
$$;
alter function timer_due_paycertificates(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_paycertificates(timestamptz,bigint,int) from public;

-- Those whose time has come, and those that a pickup or return within half an hour counts on; the longest waiting first, and
-- fewer than a batch, so that one run asks no more than these.
create function timer_due_holdquery(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select due.merchant_id, due.id from (
    (select h.merchant_id, h.id, h.ask_at from deposit_hold h
      where h.status = {authHoldStatus.held} and h.ask_at <= now_at order by h.ask_at limit 20)
    union
    (select h.merchant_id, h.id, h.ask_at
      from (select o.merchant_id, o.id from "order" o
          where o.status in ({orderStatus.confirmed}, {orderStatus.arranged}) and o.pickup_at > now_at and o.pickup_at <= now_at + interval '30 minutes'
        union all
        select o.merchant_id, o.id from "order" o
          where o.status = {orderStatus.pickedUp} and o.return_at > now_at and o.return_at <= now_at + interval '30 minutes') soon
        join deposit_hold h on h.merchant_id = soon.merchant_id and h.order_id = soon.id
      where h.status = {authHoldStatus.held} and h.ask_at > now_at + interval '15 minutes'
        and coalesce(h.asked_at, h.created_at) < now_at - interval '1 hour' limit 20)) due
   where due.id > after_id order by due.ask_at limit least(most, 20)
$$;
alter function timer_due_holdquery(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_holdquery(timestamptz,bigint,int) from public;

-- Violations that are open keep the whole violation deposit: `heldBackFen` of packages/domain/src/money/deposit.
create function deposits_free(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, violations int, out rental boolean, out violation_at timestamptz)
language sql stable set search_path = public as $$
  select
    coalesce(bool_or(d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})
      and (owed_fen <= 0 and damage_fen = 0 or greatest(owed_fen, 0) + round(damage_fen * 12 / 10.0) < d.rental_fen)), false),
    max(d.due_release_at) filter (where violations = 0 and d.kind = {depositKind.violation}
      and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and (owed_fen <= 0 or owed_fen < d.all_fen))
  from (
    select kind, hold_status, due_release_at,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = {depositKind.rental}) over () as rental_fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free(bigint,bigint,bigint,bigint,int) owner to definer;
revoke all on function deposits_free(bigint,bigint,bigint,bigint,int) from public;

create function deposits_free_fen(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, violations int, out rental bigint, out violation bigint)
language sql stable set search_path = public as $$
  select
    coalesce(max(greatest(0, d.fen - greatest(0, owed_fen) - round(damage_fen * 12 / 10.0)::bigint))
      filter (where d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0),
    coalesce(max(greatest(0, least(d.fen, d.all_fen - greatest(0, owed_fen)))) filter (where violations = 0 and d.kind = {depositKind.violation}
      and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0)
  from (
    select kind, hold_status, held_fen - captured_fen - released_fen - in_flight_fen as fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free_fen(bigint,bigint,bigint,bigint,int) owner to definer;
revoke all on function deposits_free_fen(bigint,bigint,bigint,bigint,int) from public;

-- An entry has the day of its transaction since 0795, so the trigger does not read the transaction again for each entry.
create function tell_of_entry() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.order_id is not null and new.account in ('penalty_income', 'damage_income', 'violation_income', 'rent_income', 'service_income') then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.posted_on::timestamp at time zone 'Asia/Shanghai');
  end if;
  if new.moved_on is not null then
    perform tell_of_figures(new.merchant_id, 'cash', 0, new.moved_on::timestamp at time zone 'Asia/Shanghai', true);
  end if;
  return null;
end $$;
alter function tell_of_entry() owner to definer;
revoke all on function tell_of_entry() from public;
create trigger told_figures after insert on ledger_entry for each row
  when (new.account in ('penalty_income', 'damage_income', 'violation_income', 'rent_income', 'service_income') or new.moved_on is not null)
  execute function tell_of_entry();

-- Only an amount that has become zero is looked for again.
create function ledger_summed() returns trigger language plpgsql security definer set search_path = public as $$
declare
  settled bigint[];
begin
  insert into ledger_change (merchant_id, posted_on, account, n, debit_fen, credit_fen)
  select merchant_id, posted_on, account, count(*), sum(debit_fen), sum(credit_fen) from posted group by 1, 2, 3;
  if exists (select from posted where account = 'unearned' and order_id is not null) then
    with kept as (
      insert into order_unearned as u (merchant_id, order_id, fen)
      select merchant_id, order_id, sum(credit_fen - debit_fen) from posted where account = 'unearned' and order_id is not null group by 1, 2
      on conflict (merchant_id, order_id) do update set fen = u.fen + excluded.fen
      returning u.order_id, u.fen)
    select array_agg(order_id) into settled from kept where fen = 0;
    if settled is not null then
      delete from order_unearned u using posted p
       where u.merchant_id = p.merchant_id and u.order_id = p.order_id and u.order_id = any (settled) and u.fen = 0;
    end if;
  end if;
  return null;
end $$;
alter function ledger_summed() owner to definer;
revoke all on function ledger_summed() from public;
create trigger ledger_summed after insert on ledger_entry referencing new table as posted for each statement execute function ledger_summed();

create function ledger_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger_sum', merchant()));
  with gone as (delete from ledger_change where merchant_id = merchant() returning posted_on, account, n, debit_fen, credit_fen)
  insert into ledger_sum (span, from_on, account, n, debit_fen, credit_fen)
  select s.span, s.from_on, g.account, sum(g.n), sum(g.debit_fen), sum(g.credit_fen)
    from gone g cross join lateral (values ('day', g.posted_on), ('month', date_trunc('month', g.posted_on)::date)) s (span, from_on)
   group by 1, 2, 3
  on conflict (merchant_id, span, from_on, account) do update
    set n = ledger_sum.n + excluded.n, debit_fen = ledger_sum.debit_fen + excluded.debit_fen, credit_fen = ledger_sum.credit_fen + excluded.credit_fen;
end $$;
alter function ledger_fold() owner to definer;
revoke all on function ledger_fold() from public;
grant execute on function ledger_fold() to tenant;

create function timer_due_ledgersums(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.merchant_id from ledger_change c where c.merchant_id > after_id
   group by 1 having count(*) >= 100 order by 1 limit most
$$;
alter function timer_due_ledgersums(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_ledgersums(timestamptz,bigint,int) from public;

create function ledger_sums_anew() returns void language sql set search_path = public as $$
  truncate ledger_sum, ledger_change, order_unearned;
  insert into ledger_sum (merchant_id, span, from_on, account, n, debit_fen, credit_fen)
  select e.merchant_id, s.span, s.from_on, e.account, count(*), sum(e.debit_fen), sum(e.credit_fen)
    from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      cross join lateral (values ('day', t.posted_on), ('month', date_trunc('month', t.posted_on)::date)) s (span, from_on)
   group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  insert into order_unearned (merchant_id, order_id, fen)
  select merchant_id, order_id, sum(credit_fen - debit_fen) from ledger_entry where account = 'unearned' and order_id is not null
   group by 1, 2 having sum(credit_fen - debit_fen) <> 0 order by 1, 2;
$$;
revoke all on function ledger_sums_anew() from public;

create function has_deposit_in_hand(of_merchant bigint, of_order bigint) returns boolean language sql stable set search_path = public as $$
  select exists (select from deposit where merchant_id = of_merchant and order_id = of_order and held_fen > captured_fen + released_fen
    and hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}, {holdStatus.releasing}, {holdStatus.releaseFailed}))
$$;
alter function has_deposit_in_hand(bigint,bigint) owner to definer;
revoke all on function has_deposit_in_hand(bigint,bigint) from public;

create function notify_channel_of_deduction() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform notify_channel(o, o.status, null, new.id, jsonb_build_object('deductionId', new.id::text,
      'depositKind', (select d.kind from deposit d where d.merchant_id = new.merchant_id and d.id = new.deposit_id),
      'askedFen', new.asked_fen, 'amountFen', new.amount_fen, 'result', new.result)) from "order" o
    where o.merchant_id = new.merchant_id and o.id = new.order_id and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
alter function notify_channel_of_deduction() owner to definer;
revoke all on function notify_channel_of_deduction() from public;
create trigger notify_channel_new after insert on deposit_deduction for each row
  when (new.asked_fen is not null) execute function notify_channel_of_deduction();
create trigger notify_channel after update of result on deposit_deduction for each row
  when (new.asked_fen is not null and old.result is distinct from new.result) execute function notify_channel_of_deduction();

-- The first day of the open months. Closing waits for those who have read it.
create function costs_open_from(of_merchant bigint default merchant()) returns date language plpgsql set search_path = public as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('books', of_merchant));
  return coalesce((select (max(c.month) + interval '1 month')::date from closed_month c where c.merchant_id = of_merchant), '-infinity');
end $$;

select guard_reach(name, place) from (values
  ('merchant', 'whole'), ('store', 'id'),
  ('service_item', 'store_ids'), ('cancel_rule', 'store_ids'), ('deposit_policy', 'store_id'), ('fee_config', 'store_id'),
  ('price_rule', 'store_id'), ('long_price', 'store_id'), ('price_calendar', 'store_id'), ('price_change', 'store_id'),
  ('price_plan', 'store_ids'), ('stop_sale', 'store_id'), ('pay_channel', 'store_id')) t (name, place);
