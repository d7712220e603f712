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

-- Whose a channel is that a provider names in the address it tells at.
create function merchant_of_channel(channel bigint) returns bigint language sql stable security definer set search_path = public as
  $$ select c.merchant_id from pay_channel c where c.id = channel $$;
alter function merchant_of_channel(bigint) owner to definer;
revoke all on function merchant_of_channel(bigint) from public;
grant execute on function merchant_of_channel(bigint) to gate;

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
grant update (payer_name_enc) on payment to definer;
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
  -- An entry belongs to the transaction of the books that the same transaction of the database wrote, and to its order: what
  -- was posted stays as it was seen, and a correction is a transaction of its own.
  written_in xid8,
  primary key (merchant_id, id)
);
comment on column ledger_txn.written_in is 'the database transaction that wrote it; null for those before it was kept';
create unique index ledger_txn_once on ledger_txn (merchant_id, idem_key);
create index ledger_txn_order on ledger_txn (merchant_id, order_id, id);
create index ledger_txn_day on ledger_txn (merchant_id, posted_on, journal) include (id, order_id);
select tenant_table('ledger_txn', 'insert');

create table ledger_entry (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  txn_id bigint not null,
  account text not null check (account in ( 'customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance', 'unearned', 'deposit_liability_rental', 'deposit_liability_violation', 'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income', 'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee', 'cash_on_hand', 'pos_clearing', 'other_clearing', 'cash_difference', 'cash_float', 'bill_difference')),
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
  primary key (merchant_id, id),
  check ((debit_fen = 0) <> (credit_fen = 0)),
  foreign key (merchant_id, txn_id) references ledger_txn (merchant_id, id)
);
comment on column ledger_entry.store_id is 'of an entry of money: whose cashShift or contract it is';
comment on column ledger_entry.cashier_id is 'who took or paid it, online: who asked for it; null: the customer or the system by themselves';
comment on column ledger_entry.flow_kind is 'what was paid (as payment.pay_kind), 12 押金扣款 13 交存银行 14 长短款 15 备用金';
comment on column ledger_entry.moved_on is 'the day that money came or went; null for every other entry';
comment on column ledger_entry.shift_id is 'the shift that an entry of money by hand fell into';
create index ledger_entry_txn on ledger_entry (merchant_id, txn_id);
create index ledger_entry_order on ledger_entry (merchant_id, order_id, account);
create index ledger_entry_moved on ledger_entry (merchant_id, moved_on desc, id desc) where moved_on is not null;
create index ledger_entry_store on ledger_entry (merchant_id, store_id, moved_on desc, id desc)
  include (account, pay_way, flow_kind, cashier_id, debit_fen, credit_fen) where moved_on is not null;
create index ledger_entry_shift on ledger_entry (merchant_id, shift_id) where shift_id is not null;
-- Movements of money of a cashier, newest first (flow_record/list).
create index ledger_entry_cashier on ledger_entry (merchant_id, cashier_id, moved_on desc, id desc) where moved_on is not null;
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
select tenant_table('money_proof', 'insert');
grant update (record_id, order_id, created_at, created_by, released_at) on money_proof to tenant;

create table expense_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  code smallint not null check (code between 1 and 16),
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

-- Charges outside of any flow (补款). `credited` is the account that the claim was credited to (journal 11); null for one
-- that only collects what its order already owes.
create table supplement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  reason_code smallint not null check (reason_code between 1 and 7),
  amount_fen bigint not null check (amount_fen between 1 and 10000000),
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null default '{}',
  pay_mode smallint not null,
  status smallint not null default 0 check (status between 0 and 2),
  credited text,
  paid_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table supplement is 'status 0 待支付 1 已支付 2 已取消';
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
grant update (payee_name_enc) on reimbursement to definer;
select order_scoped('reimbursement');

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

create function ledger_entry_fits() returns trigger language plpgsql security definer set search_path = public as $$
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
alter function ledger_entry_fits() owner to definer;
create trigger ledger_entry_fits after insert on ledger_entry for each row execute function ledger_entry_fits();

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
  select t.journal, t.idem_key, t.order_id, t.payment_id, t.account_id, t.posted_on into txn
    from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id;
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

create function order_prepays() returns trigger language plpgsql as $$
begin
  new.prepay_due_fen := case when new.prepay_fen is null or new.status not between {orderStatus.submitted} and {orderStatus.arranged} then 0
    else greatest(0, least(new.owed_fen, new.prepay_fen - new.paid_fen + new.refunded_fen - new.refund_expense_fen)) end;
  return new;
end $$;
create trigger prepays before insert or update of prepay_fen, status, owed_fen, paid_fen, refunded_fen, refund_expense_fen on "order"
  for each row when (new.prepay_fen is not null or new.prepay_due_fen <> 0) execute function order_prepays();

select grant_as_tenant();
