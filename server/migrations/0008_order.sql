-- Orders, their parts, and who sees them.

create table "order" (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_no text not null,
  order_kind smallint not null default 1 check (order_kind in (1, 2)),
  status smallint not null check (status between 0 and 8),
  prev_status smallint,
  source smallint not null default 1,
  channel_order_no text,
  store_id bigint not null,
  return_store_id bigint not null,
  model_id bigint not null,
  vehicle_id bigint,
  pinned boolean not null default false,
  pickup_at timestamptz not null,
  return_at timestamptz not null,
  actual_pickup_at timestamptz,
  actual_return_at timestamptz,
  next_at timestamptz(3) not null,
  days smallint not null,
  over_hours smallint not null default 0,
  pickup_type smallint not null default 1 check (pickup_type between 1 and 3),
  return_type smallint not null default 1 check (return_type between 1 and 3),
  pickup_address text not null default '',
  pickup_lng double precision,
  pickup_lat double precision,
  pickup_distance_m int,
  return_address text not null default '',
  return_lng double precision,
  return_lat double precision,
  return_distance_m int,
  renter_id bigint,
  codriver_ids bigint[] not null default '{}' check (cardinality(codriver_ids) <= 3),
  contact_name text not null default '',
  contact_phone_enc bytea,
  contact_phone_hash bytea,
  contact_phone_mask text not null default '',
  contact_phone_tail4 text not null default '',
  plate text,
  quote_snapshot jsonb not null,
  total_fen bigint not null default 0,
  paid_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  owed_fen bigint not null default 0,
  pay_mode smallint not null default 2,
  deposit_mode smallint check (deposit_mode between 1 and 3),
  deposit_status smallint not null default 0 check (deposit_status between 0 and 3),
  deposit_pay_status smallint not null default 0 check (deposit_pay_status between 0 and 3),
  settle_status smallint not null default 0 check (settle_status between 0 and 2),
  settled_at timestamptz,
  pay_deadline timestamptz,
  confirm_deadline timestamptz,
  cancel_rule_snapshot jsonb not null,
  deposit_policy_snapshot jsonb not null,
  modified jsonb,
  cancel_reason smallint,
  cancel_by text check (cancel_by in ('customer', 'merchant', 'channel', 'system')),
  cancel_note text not null default '',
  penalty_fen bigint not null default 0,
  cancelled_at timestamptz,
  overdue boolean not null default false,
  term_months smallint,
  pay_interval smallint,
  agreement_no text,
  self_service boolean not null default false,
  tags text[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  -- What a card of the order list says of refunds and deposits, kept on the order like its other sums: looked up for each
  -- card it cost a page a third of its time. The server rebuilds both with every step that moves money or deposits.
  pending_refund text check (pending_refund in ('failed', 'byHand')),
  held_deposit_fen bigint not null default 0 check (held_deposit_fen >= 0),
  -- What prices a return is the order's: frozen when its agreement is signed, at the latest at the pickup. Null: not yet.
  return_terms jsonb,
  -- What of an order's deposits can go back, kept on the order: counters and lists of deposits to give back looked up the
  -- order of every deposit in hand, most of which hang on cars that are out. Triggers keep both columns, whoever writes
  -- either table.
  rental_free boolean not null default false,
  violation_free_at timestamptz,
  -- What of the deposits that are due goes back, in fen, kept with whether anything does: home says the sum, and adding it up
  -- would read the deposits of every order that waits. The rental deposit answers for a debt first, as in `heldBackFen`.
  rental_free_fen bigint not null default 0,
  violation_free_fen bigint not null default 0,
  -- What cases that are being assessed keep of the rental deposit of their order, before the fifth on top.
  expected_damage_fen bigint not null default 0 check (expected_damage_fen >= 0),
  -- What is asked for when an order is booked (预付款): the rule it was booked by, and what that comes to at its price. Null
  -- asks for all. `prepay_due_fen` is what is open of it until the pickup, as `dueAtBooking` of
  -- packages/domain/src/money/payment/prepay.ts reads it; kept by the row, so that lists and counters compare one column.
  prepay_rule jsonb,
  prepay_fen bigint check (prepay_fen > 0),
  prepay_due_fen bigint not null default 0,
  -- Costs and goodwill that are paid back leave what an order was paid as it is (`receivedFen` of packages/domain/src/money/debt/paid.ts):
  -- its prepayment is not due again, its invoices stand.
  refund_expense_fen bigint not null default 0,
  -- What of an order is on its way back to its customer and has not left counts as gone, whoever settles (`dueFen` of
  -- packages/domain/src/money/debt/due.ts). Deposits have their own, a reimbursement is in the books with its payment alone.
  refunding_fen bigint not null default 0,
  primary key (merchant_id, id),
  check (pickup_at < return_at),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, return_store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, renter_id) references person (merchant_id, id)
);
comment on column "order".status is '0 未提交 1 已提交 2 确认中 3 已确认 4 已排车 5 已取车 6 已还车 7 取消中 8 已取消';
comment on column "order".prev_status is 'Status before the cancel; 0 beside status 8 is a draft that was dropped, which no list shows';
comment on column "order".next_at is 'When the next step is due: pickup in 0-4, return in 5, the moment of return or cancel after';
comment on column "order".plate is 'Plate of vehicle_id, kept here so that a card needs no join and a plate can be searched';
comment on column "order".paid_fen is 'Received for the order, and taken for it from its deposits and their authorisations, fen';
comment on column "order".pending_refund is 'Why money on its way back waits for a person: a payout failed for good, or a refund is to be paid by hand; null when none does';
comment on column "order".held_deposit_fen is 'In hand of collected deposits: held, not deducted, not back with the customer yet';
comment on column "order".rental_free is 'Its rental deposit is in hand, and no open debt outweighs it';
comment on column "order".violation_free_at is 'The day from which its violation deposit goes back, while that is in hand and no open debt outweighs the deposits';
comment on column "order".rental_free_fen is 'What of its rental deposit goes back as things stand, fen';
comment on column "order".violation_free_fen is 'What of its violation deposit goes back as things stand, fen, from its day on';
comment on column "order".expected_damage_fen is 'What the customer is expected to owe of damage that is being assessed';
comment on column "order".prepay_rule is 'The rule of prepayment it was booked by; null: all is asked for at the booking';
comment on column "order".prepay_fen is 'Asked for at the booking, fen, less than its price; null: all of it';
comment on column "order".prepay_due_fen is 'What is open of the prepayment, fen; 0 from the pickup on';
comment on column "order".refund_expense_fen is 'What the merchant bears itself on its books: costs of the customer, goodwill, fuel given back, fen';
comment on column "order".refunding_fen is 'Refunds that are queued, sent or failed and may still leave, fen';
create unique index order_no on "order" (merchant_id, order_no);
create unique index order_channel_no on "order" (merchant_id, source, channel_order_no) where channel_order_no is not null;
create index order_list_new on "order" (merchant_id, order_kind, id) where status > {orderStatus.notSubmitted};
create index order_list_status_new on "order" (merchant_id, order_kind, status, id)
  include (store_id, return_store_id, created_by, prev_status, source, model_id, pickup_type, deposit_status, deposit_pay_status);
create index order_store_new on "order" (merchant_id, order_kind, store_id, id) where status > {orderStatus.notSubmitted};
create index order_return_store_new on "order" (merchant_id, order_kind, return_store_id, id)
  where return_store_id <> store_id and status > {orderStatus.notSubmitted};
create index order_pickup on "order" (merchant_id, order_kind, pickup_at);
create index order_return on "order" (merchant_id, order_kind, return_at);
create index order_created on "order" (merchant_id, order_kind, created_at);
-- text_pattern_ops serves prefixes in any locale of the database.
create index order_name on "order" (merchant_id, contact_name text_pattern_ops);
create index order_plate on "order" (merchant_id, plate, id) where plate is not null;
create index order_vehicle on "order" (merchant_id, vehicle_id, id) where vehicle_id is not null;
create index order_renter on "order" (merchant_id, renter_id, id) where renter_id is not null;
-- Partial indexes on due times: these sets are small and every run asks for them.
create index order_due_pay on "order" (pay_deadline) where status = {orderStatus.submitted};
create index order_due_confirm on "order" (confirm_deadline) where status = {orderStatus.confirming};
create index order_due_pickup on "order" (pickup_at) where status in ({orderStatus.confirmed}, {orderStatus.arranged});
create index order_due_return on "order" (return_at) where status = {orderStatus.pickedUp};
create index order_due_draft on "order" (created_at) where status = {orderStatus.notSubmitted};
create index order_store on "order" (merchant_id, order_kind, store_id, status, next_at, id)
  include (return_store_id, created_by, prev_status);
create index order_return_store on "order" (merchant_id, order_kind, return_store_id, status, next_at, id)
  include (store_id, created_by, prev_status) where return_store_id <> store_id;
-- The few orders whose refund waits: to-dos begin with them.
create index order_refund_wait on "order" (merchant_id, pending_refund) where pending_refund is not null;
create index order_phone on "order" (merchant_id, contact_phone_tail4, contact_phone_hash);
-- What is next, of orders that are open: with the columns that home and its counters ask for, and the scope policy, so that
-- they do without the rows. The many that have ended keep the narrow index; each row stands in one of the two.
create index order_open on "order" (merchant_id, order_kind, status, next_at, id)
  include (store_id, return_store_id, created_by, return_at, confirm_deadline) where status < {orderStatus.returned};
create index order_ended on "order" (merchant_id, order_kind, status, next_at, id) where status >= {orderStatus.returned};
-- Orders that are over and still owed for: a counter of home and its list.
create index order_debt on "order" (merchant_id, order_kind, id) include (owed_fen, store_id, return_store_id, created_by)
  where owed_fen > 0 and status >= {orderStatus.returned};
create index order_creator on "order" (merchant_id, created_by, id)
  include (order_kind, status, prev_status, store_id, return_store_id);
-- Few orders name others who drive; `any` of an array is no condition of an index under policies.
create index order_codrivers on "order" (merchant_id, id) where codriver_ids <> '{}';
create index order_rental_free on "order" (merchant_id, order_kind, id)
  include (store_id, return_store_id, created_by, rental_free_fen) where status = {orderStatus.returned} and rental_free;
create index order_violation_free on "order" (merchant_id, order_kind, violation_free_at, id)
  include (store_id, return_store_id, created_by, violation_free_fen) where status = {orderStatus.returned} and violation_free_at is not null;
-- Orders that stand and whose prepayment is open, few at any time (those that wait for it run out by themselves): home counts and adds them up without reading a row.
create index order_prepay_due on "order" (merchant_id, order_kind, id)
  include (prepay_due_fen, store_id, return_store_id, created_by) where prepay_due_fen > 0 and status >= {orderStatus.confirming};
create index order_overpaid on "order" (merchant_id, id) include (store_id) where owed_fen < 0;
create index order_prepaid on "order" (merchant_id, id) include (store_id)
  where status between {orderStatus.submitted} and {orderStatus.pickedUp} and paid_fen + refund_expense_fen > refunded_fen;
select tenant_table('order');
grant update (contact_phone_enc, rental_free, violation_free_at, rental_free_fen, violation_free_fen) on "order" to definer;

-- An order that a case, an insurer or the police still needs, with all that hangs on it.
create table legal_hold (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  lifted_at timestamptz,
  lifted_by bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create unique index legal_hold_live on legal_hold (merchant_id, order_id) where lifted_at is null;
create index legal_hold_order on legal_hold (merchant_id, order_id);
select tenant_table('legal_hold');

create table driver_task (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  account_id bigint not null,
  plan_at timestamptz not null,
  status smallint not null default 0 check (status between 0 and 3),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table driver_task is 'type 0 送车 1 取车; status 0 待出发 1 进行中 2 完成 3 取消';
create unique index driver_task_open on driver_task (merchant_id, order_id, type) where status in ({driverTaskStatus.waiting}, {driverTaskStatus.running});
create index driver_task_order on driver_task (merchant_id, order_id);
create index driver_task_account on driver_task (merchant_id, account_id, plan_at);
-- Open tasks by who has them: orders whose driver has left are looked for from the accounts (reassign), of which few have
-- left, and driver_task_account holds what each has driven in years.
create index driver_task_driver on driver_task (merchant_id, account_id) where status in ({driverTaskStatus.waiting}, {driverTaskStatus.running});
-- The tasks of a day, of all drivers, and those still to do, of all days; driver_task_account holds those of one driver.
create index driver_task_plan on driver_task (merchant_id, plan_at, id);
create index driver_task_waiting on driver_task (merchant_id, plan_at, id) where status in ({driverTaskStatus.waiting}, {driverTaskStatus.running});
select tenant_table('driver_task');

create table order_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null default 0,
  item_type smallint not null check (item_type between 0 and 6),
  code text not null,
  name text not null,
  qty numeric(8,2) not null check (qty > 0),
  unit text not null check (unit in ('day', 'hour', 'order', 'km', 'piece')),
  unit_price_fen bigint not null,
  amount_fen bigint not null,
  formula text not null default '',
  fee_mode smallint,
  rate_bp int,
  price_date date,
  reduce_type smallint,
  renewal_id bigint,
  source text not null default 'quote' check (source in ('quote', 'renewal', 'pickup', 'return', 'supplement', 'manual')),
  status text not null default 'active' check (status in ('active', 'void')),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (amount_fen >= 0 or reduce_type is not null),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table order_item is 'Lines of a bill. Never edited: voided and written anew';
create index order_item_order on order_item (merchant_id, order_id, id);
select tenant_table('order_item');

create table order_log (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  at timestamptz not null default app_now(),
  action text not null,
  from_status smallint,
  to_status smallint,
  account_id bigint not null default actor(),
  actor_name text not null default '',
  detail jsonb not null default '{}',
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index order_log_order on order_log (merchant_id, order_id, id);
select tenant_table('order_log', 'insert');

create table remark (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  content text not null check (length(content) between 1 and 500),
  photo_ids bigint[] not null default '{}' check (cardinality(photo_ids) <= 9),
  top_flag boolean not null default false,
  account_id bigint not null default actor(),
  actor_name text not null default '',
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index remark_order on remark (merchant_id, order_id, id);
select tenant_table('remark', 'insert');

create table vehicle_assignment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  vehicle_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz,
  start_odo int not null,
  end_odo int,
  void boolean not null default false,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_assignment is 'Who really held which car, swaps included';
create unique index vehicle_assignment_open on vehicle_assignment (merchant_id, vehicle_id) where to_at is null and not void;
create index vehicle_assignment_order on vehicle_assignment (merchant_id, order_id);
create index vehicle_assignment_vehicle on vehicle_assignment (merchant_id, vehicle_id, from_at);
select tenant_table('vehicle_assignment');

-- Row-level security at a fraction of its cost per statement. A policy that looks into another table, whose policy does so
-- again, plans a dozen nodes for every table of a statement, and all of them are built anew at every run, for whoever may
-- see every store too. What the narrower scopes have to look up stands in functions, which nobody else calls.
-- Settings are asked as `(select current_setting(…))`, once a run instead of once a row; and so no plan is made for the
-- size of one merchant and kept for the next.

-- Own orders of listed stores, or the one of a link.
create function is_own_order(order_id bigint, store_id bigint, return_store_id bigint, created_by bigint)
returns boolean language plpgsql stable parallel safe as $$
begin
  if current_setting('app.scope') = 'link' then return order_id = current_setting('app.order_id')::bigint; end if;
  return current_setting('app.scope') = 'own'
    and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
    and (created_by = actor() or exists (select from driver_task t
      where t.merchant_id = merchant() and t.order_id = is_own_order.order_id and t.account_id = actor()));
end $$;

-- Parts of an order are seen by whoever sees the order.
create function sees_order(order_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from "order" o where o.merchant_id = merchant() and o.id = sees_order.order_id);
end $$;

-- Whether the account ever drove. The policy of orders asks it once and `is_own_order` only for accounts that did: a function asked
-- of each row begins a statement of its own, 25 µs each, through all orders of a day or a status.
create function drives_any() returns boolean language plpgsql stable parallel safe as $$
-- As a value: a policy lets no function that may fail choose the rows of an index.
declare account bigint := actor();
begin
  return exists (select from driver_task t where t.merchant_id = merchant() and t.account_id = account);
end $$;

-- Who sees own orders only: a row that somebody else made is passed over by that alone, before its stores are compared. Those who
-- drive have the stores compared before the function, which begins a statement of its own; their few rows read the setting as
-- they are, so that nobody's plan begins with one value more.
create policy scope on "order" as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor())
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(id, store_id, return_store_id, created_by) end
    else is_own_order(id, store_id, return_store_id, created_by)
  end);
create policy stores on "order" as restrictive to tenant_stores using (
  store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
  or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));

create function order_scoped(name text) returns void language plpgsql as $$
begin
  execute format(
    'create policy scope on %I as restrictive to tenant, tenant_stores '
    'using ((select current_setting(''app.scope'')) = ''all'' or sees_order(order_id))', name);
end $$;

select order_scoped('order_item');

select order_scoped('order_log');

select order_scoped('remark');

-- A table's rows belong to whoever sees their vehicle.
create function sees_vehicle(vehicle_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from vehicle v where v.merchant_id = merchant() and v.id = sees_vehicle.vehicle_id);
end $$;

create policy scope on vehicle_document as restrictive to tenant, tenant_stores
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

-- An order's status moves only as its steps allow (packages/domain/src/booking/order/steps.ts; a law compares the two): a status
-- written from what was read before somebody else's step is refused here, whoever writes it. Repairs by hand are not.
create function order_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (
    ({orderStatus.notSubmitted}, {orderStatus.submitted}), ({orderStatus.notSubmitted}, {orderStatus.confirming}), ({orderStatus.notSubmitted}, {orderStatus.confirmed}), ({orderStatus.notSubmitted}, {orderStatus.cancelled}),
    ({orderStatus.submitted}, {orderStatus.confirming}), ({orderStatus.submitted}, {orderStatus.confirmed}), ({orderStatus.submitted}, {orderStatus.cancelled}),
    ({orderStatus.confirming}, {orderStatus.confirmed}), ({orderStatus.confirming}, {orderStatus.cancelling}),
    ({orderStatus.confirmed}, {orderStatus.arranged}), ({orderStatus.confirmed}, {orderStatus.cancelling}),
    ({orderStatus.arranged}, {orderStatus.confirmed}), ({orderStatus.arranged}, {orderStatus.pickedUp}), ({orderStatus.arranged}, {orderStatus.cancelling}),
    ({orderStatus.pickedUp}, {orderStatus.arranged}), ({orderStatus.pickedUp}, {orderStatus.returned}),
    ({orderStatus.returned}, {orderStatus.pickedUp}),
    ({orderStatus.cancelling}, {orderStatus.confirming}), ({orderStatus.cancelling}, {orderStatus.confirmed}), ({orderStatus.cancelling}, {orderStatus.arranged}), ({orderStatus.cancelling}, {orderStatus.cancelled})) then
    return new;
  end if;
  raise exception 'order % cannot go from status % to %', new.id, old.status, new.status;
end $$;
create trigger moves before update on "order" for each row
  when (old.status is distinct from new.status and current_user in ('tenant', 'tenant_all', 'tenant_stores')) execute function order_moves();

-- Orders of which nothing is open, with the moment that their data is kept from. The one place that says so: what waits for
-- money, a deposit, a refund or a case is not among them.
create view order_over with (security_invoker = true) as
  select o.merchant_id, o.id as order_id,
      case o.status when {orderStatus.returned} then greatest(o.actual_return_at, o.settled_at) else coalesce(o.cancelled_at, o.updated_at) end as over_at
    from "order" o
   where (o.status = {orderStatus.returned} and o.settle_status = {settleStatus.settled} or o.status = {orderStatus.cancelled}) and o.owed_fen <= 0 and o.held_deposit_fen = 0
     and o.pending_refund is null
     and not exists (select from legal_hold h where h.merchant_id = o.merchant_id and h.order_id = o.id and h.lifted_at is null);
alter view order_over owner to app_owner;
grant select on order_over to definer, tenant;
comment on view order_over is 'orders of which nothing is open, and since when; drafts that were dropped are among them';

-- Customers of whom nothing is open, since the end of their last order, or since their file was last written. For work over
-- all of them: it reads every order.
create view person_over with (security_invoker = true) as
  select p.merchant_id, p.id as person_id, coalesce(s.over_at, p.updated_at) as over_at
    from person p
      left join (select d.person_id, max(v.over_at) as over_at, bool_or(v.order_id is null) as open
         from "order" o
           left join order_over v on v.merchant_id = o.merchant_id and v.order_id = o.id
           cross join lateral unnest(o.codriver_ids || o.renter_id) d(person_id)
        where o.status > {orderStatus.notSubmitted} group by d.person_id) s on s.person_id = p.id
   where s.open is not true;
alter view person_over owner to app_owner;
grant select on person_over to tenant;

select grant_as_tenant();
