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
comment on column cash_shift.known_fen is 'cash that lay outside of shifts in the store when it began; null for those before this column';
create unique index cash_shift_open on cash_shift (merchant_id, cashier_id) where status = {shiftStatus.open};
create index cash_shift_store on cash_shift (merchant_id, store_id, id);
create index cash_shift_cashier on cash_shift (merchant_id, cashier_id, id);
select tenant_table('cash_shift');
grant update (status) on cash_shift to definer;
select store_scoped('cash_shift', 'store_id');
alter policy scope on cash_shift to tenant, tenant_stores;

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
alter policy scope on cash_hand_in to tenant, tenant_stores;

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
create trigger trial_balance_frozen before update or delete on trial_balance for each row execute function ledger_frozen();

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
  title text not null check (length(title) between 1 and 100),
  tax_no text not null default '' check (length(tax_no) <= 20),
  amount_fen bigint not null check (amount_fen > 0),
  note text not null default '' check (length(note) <= 200),
  receipt_id bigint,
  number text not null default '' check (length(number) <= 20),
  issued_on date,
  file_ids bigint[] not null default '{}',
  red_number text not null default '' check (length(red_number) <= 20),
  red_on date,
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
create unique index invoice_number on invoice (merchant_id, number) where number <> '';
create unique index invoice_red_number on invoice (merchant_id, red_number) where red_number <> '';
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

select grant_as_tenant();
