-- The payment plan of a long order. A row is billed when it is due, or as far as it is paid before; what is paid of it are the
-- payments that refer to it. Its late fee is a function of dates and payments until it is posted, once.
create table instalment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null check (seq > 0),
  period_from date not null,
  period_to date not null check (period_to > period_from),
  -- As planned; `due_on` is later once the row was postponed.
  planned_on date not null,
  due_on date not null check (due_on >= planned_on),
  amount_fen bigint not null check (amount_fen >= 0),
  billed_fen bigint not null default 0 check (billed_fen between 0 and amount_fen),
  paid_fen bigint not null default 0 check (paid_fen between 0 and amount_fen),
  -- Posted, null until then; what is paid of it and what was waived.
  late_fee_fen bigint check (late_fee_fen >= 0),
  late_paid_fen bigint not null default 0 check (late_paid_fen >= 0),
  status smallint not null default 0 check (status between 0 and 6),
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  unique (merchant_id, order_id, seq),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table instalment is 'status 0 未到期 1 待支付 2 部分支付 3 已支付 4 已逾期 5 已退 6 已作废; money in fen';
-- What falls due, and what is open, by date.
create index instalment_due on instalment (merchant_id, due_on, id) where status in ({instalmentStatus.notDue}, {instalmentStatus.due}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue});
select tenant_table('instalment');
select order_scoped('instalment');

alter table order_item drop constraint order_item_unit_check;
alter table order_item add constraint order_item_unit_check
  check (unit in ('day', 'hour', 'month', 'order', 'km', 'piece'));

-- The company that pays a long order, and what of its plan lists and counters read: the next date and sum, how many rows are
-- open, and how many of those are overdue.
alter table "order" add column payer_name text not null default '' check (length(payer_name) <= 60);
alter table "order" add column payer_tax_no text not null default '' check (length(payer_tax_no) <= 20);
alter table "order" add column next_due_on date;
alter table "order" add column next_due_fen bigint not null default 0;
alter table "order" add column instalments smallint not null default 0;
alter table "order" add column instalments_paid smallint not null default 0;
alter table "order" add column instalments_overdue smallint not null default 0;

-- Orders with a row that falls due by the local date, or that is late.
create function timer_due_instalment(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select distinct i.merchant_id, i.order_id from instalment i
   where i.order_id > after_id
     and (i.status in ({instalmentStatus.notDue}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue}) and i.billed_fen < i.amount_fen and i.due_on <= (now_at at time zone 'Asia/Shanghai')::date
       or i.status in ({instalmentStatus.due}, {instalmentStatus.partlyPaid}) and i.due_on < (now_at at time zone 'Asia/Shanghai')::date)
   order by i.order_id limit most
$$;
alter function timer_due_instalment(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_instalment(timestamptz,bigint,int) from public;

-- 17 提前退租违约金, 18 滞纳金: charges of a long order that ends before its term.
alter table expense_item drop constraint expense_item_code_check;
alter table expense_item add constraint expense_item_code_check check (code between 1 and 18);
