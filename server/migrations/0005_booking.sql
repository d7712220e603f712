-- Orders, their items and their history, customers, and who sees which order.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- Customers, orders and what hangs on them.
create table person (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 60),
  phone_enc bytea not null,
  phone_hash bytea not null,
  phone_mask text not null,
  phone_tail4 text not null,
  identity_type smallint not null default 1,
  identity_no_enc bytea,
  identity_no_hash bytea,
  identity_no_mask text not null default '',
  identity_expire date,
  licence_no_enc bytea,
  licence_no_mask text not null default '',
  licence_class text not null default '',
  licence_first_issue date,
  licence_expire date,
  birthday date,
  gender smallint,
  address text not null default '',
  img_front_id bigint,
  img_back_id bigint,
  licence_main_id bigint,
  licence_sub_id bigint,
  face_photo_id bigint,
  verify_status smallint not null default 0 check (verify_status between 0 and 2),
  verified_at timestamptz,
  verified_by bigint,
  blacklist boolean not null default false,
  blacklist_reason text not null default '',
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  erased_at timestamptz,
  -- Why a picture that the merchant asks for is not there, as of the last time that the papers were passed.
  waive_reason text not null default '' check (length(waive_reason) <= 100),
  -- What the register of the police says of a customer's name and number: of which (a blind index, so that another name or number
  -- leaves it behind), when and for whom it was asked; and why somebody was passed of whom it says otherwise.
  identity_result smallint not null default 0 check (identity_result between 0 and 3),
  identity_checked_of bytea,
  identity_checked_at timestamptz,
  identity_checked_by bigint,
  mismatch_reason text not null default '' check (length(mismatch_reason) <= 100),
  -- What the register of the traffic police says of a customer's driving licence, as of the identity card above: beside the result
  -- the states of the licence (letters of GA/T 581.5) and its classes; and why somebody was passed against it.
  licence_result smallint not null default 0 check (licence_result between 0 and 3),
  licence_states text not null default '' check (length(licence_states) <= 20),
  licence_classes text not null default '' check (length(licence_classes) <= 20),
  licence_checked_of bytea,
  licence_checked_at timestamptz,
  licence_checked_by bigint,
  licence_reason text not null default '' check (length(licence_reason) <= 100),
  name_key text not null generated always as (name_key(name)) stored,
  primary key (merchant_id, id)
);
comment on column person.verify_status is '0 未核验 1 通过 2 未通过';
comment on column person.identity_result is '0 未核验 1 一致 2 不一致 3 查无此人';
comment on column person.licence_result is '0 未核验 1 一致 2 不一致 3 查无记录';
comment on column person.tags is 'Tags that the merchant gave this customer';
create unique index person_identity on person (merchant_id, identity_type, identity_no_hash) where identity_no_hash is not null;
create index person_phone on person (merchant_id, phone_hash);
create index person_tail on person (merchant_id, phone_tail4, id);
create index person_name on person (merchant_id, name_key text_pattern_ops) include (id, erased_at);
select tenant_table('person');
grant update (phone_enc, identity_no_enc, licence_no_enc) on person to definer;

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
  language text check (language in ('zh-Hant', 'en')),
  tags text[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  -- What a card of the order list says of refunds and deposits, kept on the order like its other sums: looked up for each
  -- card it would cost a page a third of its time. The server rebuilds both with every step that moves money or deposits.
  pending_refund text check (pending_refund in ('failed', 'byHand')),
  held_deposit_fen bigint not null default 0 check (held_deposit_fen >= 0),
  -- What prices a return is the order's: frozen when its agreement is signed, at the latest at the pickup. Null: not yet.
  return_terms jsonb,
  -- What of an order's deposits can go back, kept on the order: otherwise counters and lists of deposits to give back look up
  -- the order of every deposit in hand, most of which hang on cars that are out. Triggers keep both columns, whoever writes
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
  -- Whether an order is confirmed by itself is said with its booking; one that waits for its payment first asks it then.
  auto_confirm boolean,
  -- The company that pays a long order, and what of its plan lists and counters read: the next date and sum, how many rows are
  -- open, and how many of those are overdue.
  company_id bigint,
  payer_name text not null default '' check (length(payer_name) <= 60),
  payer_tax_no text not null default '' check (length(payer_tax_no) <= 20),
  -- As agreed when it booked: new terms of the company do not move debts that exist.
  pay_days smallint not null default 0 check (pay_days between 0 and 365),
  next_due_on date,
  next_due_fen bigint not null default 0,
  instalments smallint not null default 0,
  instalments_paid smallint not null default 0,
  instalments_overdue smallint not null default 0,
  -- How many violations of an order keep its violation deposit.
  open_violations int not null default 0 check (open_violations >= 0),
  arrived smallint not null default 1 check (arrived in (1, 2)),
  -- What a platform was paid for an order that waits for the store's yes: it is booked with that yes.
  platform_fen bigint not null default 0 check (platform_fen >= 0),
  contact_key text not null generated always as (name_key(contact_name)) stored,
  deposit_in_hand boolean not null default false,
  -- The share of its platform, as agreed when it was booked: booked as an expense when the order is earned.
  commission_bp int not null default 0 check (commission_bp between 0 and 5000),
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
comment on column "order".auto_confirm is 'What the booking said of being confirmed by itself; null: as the store does';
comment on column "order".open_violations is 'Violations of it that are not closed or void; written with each of their steps';
comment on column "order".arrived is '1 typed by staff, 2 by the channel''s own door: nobody answering refuses it at its deadline';
comment on column "order".platform_fen is 'fen that a platform was paid for the order and the books do not have: while it waits for the store, and after it was refused';
comment on column "order".deposit_in_hand is 'something is left of a deposit that is in the house, credit that its provider gives for one too';
comment on column "order".commission_bp is 'commission of its channel by the contract at its booking, bp of what the order earns';
comment on column "order".language is 'What its customer reads, in which messages are sent; null: simplified Chinese, so that few rows grow by it';
comment on column "order".company_id is 'The company that rents and pays; its name and tax number at the booking are in payer_name and payer_tax_no';
comment on column "order".pay_days is 'Days after its end that the order may be paid; 0: at once';
create unique index order_no on "order" (merchant_id, order_no);
create unique index order_channel_no on "order" (merchant_id, source, channel_order_no) where channel_order_no is not null;
create index order_list_new on "order" (merchant_id, order_kind, id) where status > {orderStatus.notSubmitted};
create index order_list_status_new on "order" (merchant_id, order_kind, status, id)
  include (store_id, return_store_id, created_by, prev_status, source, model_id, pickup_type, deposit_status, deposit_pay_status);
create index order_store_new on "order" (merchant_id, order_kind, store_id, id) where status > {orderStatus.notSubmitted};
create index order_return_store_new on "order" (merchant_id, order_kind, return_store_id, id)
  where return_store_id <> store_id and status > {orderStatus.notSubmitted};
create index order_return on "order" (merchant_id, order_kind, return_at);
create index order_renter on "order" (merchant_id, renter_id, id) where renter_id is not null;

-- Partial indexes on due times: these sets are small and every run asks for them.
create index order_due_pay on "order" (pay_deadline) where status = {orderStatus.submitted};
create index order_due_confirm on "order" (confirm_deadline) where status = {orderStatus.confirming};
create index order_due_pickup on "order" (pickup_at) where status in ({orderStatus.confirmed}, {orderStatus.arranged});
create index order_due_return on "order" (return_at) where status = {orderStatus.pickedUp};
create index order_due_draft on "order" (created_at) where status = {orderStatus.notSubmitted};
create index order_store on "order" (merchant_id, order_kind, store_id, status, next_at, id)
  include (return_store_id, created_by, prev_status, source);
create index order_return_store on "order" (merchant_id, order_kind, return_store_id, status, next_at, id)
  include (store_id, created_by, prev_status, source) where return_store_id <> store_id;

create index order_phone on "order" (merchant_id, contact_phone_tail4, contact_phone_hash);

-- What is next, of orders that are open: with the columns that home and its counters ask for, and the scope policy, so that
-- they do without the rows. The many that have ended keep the narrow index; each row stands in one of the two.
create index order_open on "order" (merchant_id, order_kind, status, next_at, id)
  include (store_id, return_store_id, created_by, return_at, confirm_deadline, source) where status < {orderStatus.returned};
create index order_ended on "order" (merchant_id, order_kind, status, next_at, id) where status >= {orderStatus.returned};
create index order_creator on "order" (merchant_id, created_by, id)
  include (order_kind, status, prev_status, store_id, return_store_id, source);

-- Few orders name others who drive; `any` of an array is no condition of an index under policies.
create index order_codrivers on "order" (merchant_id, id) where codriver_ids <> '{}';
-- Of the timer that gives rental deposits back.
create index order_rental_free on "order" (id) where status = {orderStatus.returned} and rental_free;

create index order_overpaid on "order" (merchant_id, id) include (store_id) where owed_fen < 0;

-- Long orders by the company that pays them.
create index order_payer on "order" (merchant_id, payer_name, id) where payer_name <> '';

-- What of a window is reckoned from orders themselves (today, and the cut days that it is compared with) is found by its time. A booking
-- writes none of these: an order is in them once it is called off, or its car has gone out.
create index order_stay on "order" (merchant_id, actual_return_at, (least(pickup_at, actual_pickup_at))) where actual_pickup_at is not null;
create index order_cancelled on "order" (merchant_id, cancelled_at) where cancelled_at is not null;

-- Orders of platforms by when they ended: what the statement of a month lacks is looked for among them, without their rows.
create index order_platform_ended on "order" (merchant_id, source, (case status when {orderStatus.returned} then actual_return_at else cancelled_at end))
  include (id, status, actual_return_at, cancelled_at, store_id, return_store_id, created_by)
  where source <> {source.offline} and (status = {orderStatus.returned} and actual_pickup_at is not null or status = {orderStatus.cancelled});
create index order_plan_due on "order" (merchant_id, next_due_on, id) where next_due_fen > 0 and instalments_overdue = 0;
create index order_plan_late on "order" (merchant_id, next_due_on, id) where next_due_fen > 0 and instalments_overdue > 0;
create index order_due_instalment on "order" (id, next_due_on) where next_due_fen > 0;
create index order_name on "order" (merchant_id, contact_key text_pattern_ops) include (id, store_id, return_store_id, created_by, source);
create index order_plate on "order" (merchant_id, plate, id) include (store_id, return_store_id, created_by, source) where plate is not null;
create index order_created on "order" (merchant_id, order_kind, created_at)
  include (id, source, status, store_id, return_store_id, created_by);
create index order_pickup on "order" (merchant_id, order_kind, pickup_at, store_id, model_id);
create index order_owed on "order" (merchant_id, contact_key text_pattern_ops)
  include (id, store_id, return_store_id, created_by, owed_fen, refunding_fen, source) where owed_fen <> 0 or refunding_fen <> 0;
create index order_held on "order" (merchant_id, id)
  include (store_id, return_store_id, created_by, status, renter_id, settled_at, cancelled_at, actual_return_at, source) where deposit_in_hand;
create index order_prepaid on "order" (merchant_id, id) include (store_id, return_store_id, created_by, owed_fen, renter_id, source)
  where status between {orderStatus.submitted} and {orderStatus.pickedUp} and paid_fen + refund_expense_fen > refunded_fen;
create index order_vehicle on "order" (merchant_id, vehicle_id, return_at) where vehicle_id is not null;
create index order_company on "order" (merchant_id, company_id, id) where company_id is not null;
-- What a company owes is added up at each booking for it, from its orders that owe something.
create index order_company_due on "order" (merchant_id, company_id) include (owed_fen, refunding_fen, store_id, return_store_id, created_by, source)
  where company_id is not null and owed_fen + refunding_fen > 0;
select tenant_table('order');
grant update (contact_phone_enc, rental_free, violation_free_at, rental_free_fen, violation_free_fen) on "order" to definer;
grant update (deposit_in_hand) on "order" to definer;

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

create table order_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null default 0,
  item_type smallint not null check (item_type between 0 and 6),
  code text not null,
  name text not null,
  qty numeric(8,2) not null check (qty > 0),
  unit text not null check (unit in ('day', 'hour', 'month', 'order', 'km', 'piece')),
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
  primary key (merchant_id, order_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  check (amount_fen >= 0 or reduce_type is not null or renewal_id is not null)
);
comment on table order_item is 'Lines of a bill. Never edited: voided and written anew';
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
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  primary key (merchant_id, order_id, id)
);
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

-- Home shows the remark on top of an order. Few orders have one: those of a page are found in one walk.
create index remark_top on remark (merchant_id, order_id, id) where top_flag;
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
create index vehicle_assignment_stay on vehicle_assignment (merchant_id, to_at) where not void;
select tenant_table('vehicle_assignment');

create function forget_password(account bigint) returns boolean
language plpgsql security definer set search_path = public as $$
declare person bigint;
begin
  select u.id into person from account a join app_user u on u.id = a.user_id
   where a.merchant_id = merchant() and a.id = account and a.deleted_at is null and a.confirmed_at is not null and not u.operator
     and not exists (select from account b where b.user_id = u.id and b.deleted_at is null and b.id <> a.id)
   for no key update of u;
  if person is null then return false; end if;
  update app_user set password_hash = null, password_changed_at = app_now() where id = person;
  update login_session set revoked_at = app_now(), revoke_reason = '密码重置'
   where user_id = person and merchant_id in (merchant(), -1) and revoked_at is null;
  return true;
end $$;
alter function forget_password(bigint) owner to definer;
revoke all on function forget_password(bigint) from public;
grant execute on function forget_password(bigint) to tenant;

-- Parts of an order are seen by whoever sees the order.
create function sees_order(order_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from "order" o where o.merchant_id = merchant() and o.id = sees_order.order_id);
end $$;

create function order_scoped(name text) returns void language plpgsql as $$
begin
  execute format(
    'create policy scope on %I as restrictive to tenant using ((select current_setting(''app.scope'')) = ''all'' or sees_order(order_id))', name);
end $$;

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
  when (old.status is distinct from new.status and current_user = 'tenant') execute function order_moves();

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

create function occupancy_takes_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select case when o.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else o.status end, o.pickup_at, o.return_at, o.source
    into new.order_status, new.pickup_at, new.return_at, new.source
    from "order" o where o.merchant_id = new.merchant_id and o.id = new.ref_id;
  return new;
end $$;
alter function occupancy_takes_order() owner to definer;
revoke all on function occupancy_takes_order() from public;
create trigger takes_order before insert on occupancy for each row when (new.kind in ({occupancyKind.order}, {occupancyKind.placing}))
  execute function occupancy_takes_order();

create function order_tells_occupancy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update occupancy set order_status = case when new.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else new.status end,
      pickup_at = new.pickup_at, return_at = new.return_at, source = new.source
    where merchant_id = new.merchant_id and ref_id = new.id and kind in ({occupancyKind.order}, {occupancyKind.placing}) and active;
  return null;
end $$;
alter function order_tells_occupancy() owner to definer;
revoke all on function order_tells_occupancy() from public;
create trigger tells_occupancy after update of status, pickup_at, return_at, source on "order" for each row
  when (case when old.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else old.status end <> case when new.status between {orderStatus.submitted} and {orderStatus.arranged} then {orderStatus.submitted} else new.status end
    or old.pickup_at <> new.pickup_at or old.return_at <> new.return_at or old.source <> new.source)
  execute function order_tells_occupancy();

-- A customer has the car of an assignment; until when and who, the order says.
create function assignment_uses_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform keep_vehicle_use(new.merchant_id, {vehicleUse.order}, new.id, case when not new.void then new.vehicle_id end, new.from_at, new.to_at,
      o.return_at, new.order_id, o.renter_id, null)
    from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id;
  return null;
end $$;
alter function assignment_uses_vehicle() owner to definer;
revoke all on function assignment_uses_vehicle() from public;
create trigger uses_vehicle after insert or update on vehicle_assignment for each row execute function assignment_uses_vehicle();

create function order_tells_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update vehicle_use u set due_at = new.return_at, renter_id = new.renter_id
   where u.merchant_id = new.merchant_id and u.order_id = new.id and u.kind = {vehicleUse.order};
  return null;
end $$;
alter function order_tells_use() owner to definer;
revoke all on function order_tells_use() from public;
create trigger tells_use after update of return_at, renter_id on "order" for each row
  when (old.return_at <> new.return_at or old.renter_id is distinct from new.renter_id) execute function order_tells_use();

create function order_prepays() returns trigger language plpgsql as $$
begin
  new.prepay_due_fen := case when new.prepay_fen is null or new.platform_fen > 0
      or new.status not between {orderStatus.submitted} and {orderStatus.arranged} then 0
    else greatest(0, least(new.owed_fen + new.refunding_fen,
      new.prepay_fen - new.paid_fen + new.refunded_fen + new.refunding_fen - new.refund_expense_fen)) end;
  return new;
end $$;
create trigger prepays before insert or update of prepay_fen, status, owed_fen, refunding_fen, paid_fen, refunded_fen, refund_expense_fen, platform_fen
  on "order" for each row when (new.prepay_fen is not null or new.prepay_due_fen <> 0) execute function order_prepays();

-- What is on its way back pays nothing (`dueFen` of packages/domain/src/money/debt/due.ts): deposits that are free, what is open of a
-- prepayment and the orders that are owed for go by what is due, as whoever settles does.
create function order_owes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select f.rental, f.violation_at, m.rental, m.violation
    into new.rental_free, new.violation_free_at, new.rental_free_fen, new.violation_free_fen
    from deposits_free(new.merchant_id, new.id, new.owed_fen + new.refunding_fen, new.expected_damage_fen, new.open_violations) f,
      deposits_free_fen(new.merchant_id, new.id, new.owed_fen + new.refunding_fen, new.expected_damage_fen, new.open_violations) m;
  return new;
end $$;
alter function order_owes() owner to definer;
revoke all on function order_owes() from public;
create trigger expects_damage before update of expected_damage_fen on "order" for each row
  when (old.expected_damage_fen <> new.expected_damage_fen) execute function order_owes();
create trigger owes before update of owed_fen, refunding_fen on "order" for each row
  when (old.owed_fen + old.refunding_fen <> new.owed_fen + new.refunding_fen) execute function order_owes();
create trigger fined before update of open_violations on "order" for each row
  when ((old.open_violations = 0) <> (new.open_violations = 0)) execute function order_owes();

-- What waits for a person and is no move of its order: the counters that it may change stand in the trigger's arguments.
create function tell_of_todo() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
  select new.merchant_id, 'todo.changed', tg_table_name || '/' || coalesce(new.order_id, 0), jsonb_build_object('codes', to_jsonb(tg_argv)),
    (select array[o.store_id, o.return_store_id] from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id)
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_todo() owner to definer;
revoke all on function tell_of_todo() from public;
create trigger told after insert or update on task for each row execute function tell_of_todo('conflict', 'refund', 'violationDeposit');

-- Roads change, and nobody's address stays for longer than prices are compared.
create function purge_aged(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from idempotency where created_at < now_at - interval '48 hours';
  delete from login_attempt where at < now_at - interval '24 hours';
  delete from quote q where q.created_at < now_at - interval '24 hours' and q.expires_at < now_at
    and not exists (select from "order" o where o.merchant_id = q.merchant_id and o.id = q.used_by_order_id and o.status = {orderStatus.notSubmitted});
  delete from road_distance where asked_at < now_at - interval '30 days';
$$;
alter function purge_aged(timestamptz) owner to definer;
revoke all on function purge_aged(timestamptz) from public;
grant execute on function purge_aged(timestamptz) to gate;

-- Orders with an instalment whose customer may be reminded today: it falls due within three days, or is past its date.
create function timer_due_instalmentreminder(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from (
      select * from "order" where next_due_fen > 0 and instalments_overdue = 0
      union all
      select * from "order" where next_due_fen > 0 and instalments_overdue > 0) o
   where o.id > after_id
     and o.status in ({orderStatus.confirmed}, {orderStatus.arranged}, {orderStatus.pickedUp}, {orderStatus.returned})
     and o.next_due_on <= (now_at at time zone 'Asia/Shanghai')::date + 3
   order by o.id limit most
$$;
alter function timer_due_instalmentreminder(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_instalmentreminder(timestamptz,bigint,int) from public;

-- A rental that is made longer takes the link of its return along: it opens until a day after the car is due.
create function self_return_follows() returns trigger language plpgsql set search_path = public as $$
begin
  update link_token set expire_at = expire_at + (new.return_at - old.return_at)
   where merchant_id = new.merchant_id and order_id = new.id and purpose = 'selfReturn' and revoked_at is null;
  return null;
end $$;
create trigger self_return_follows after update of return_at on "order"
  for each row when (new.return_at > old.return_at) execute function self_return_follows();

create function tell_of_stretch() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.from_at, true);
  elsif (old.vehicle_id, old.from_at, old.void, old.start_odo) = (new.vehicle_id, new.from_at, new.void, new.start_odo) then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.to_at, new.to_at), true);
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.from_at, new.from_at), true);
    perform tell_of_figures(new.merchant_id, 'car', old.vehicle_id, least(old.from_at, new.from_at), true);
  end if;
  return null;
end $$;
alter function tell_of_stretch() owner to definer;
revoke all on function tell_of_stretch() from public;
create trigger told_figures after insert or update on vehicle_assignment for each row execute function tell_of_stretch();

-- A typed order of a channel waits as our own do.
create function timer_due_unaccepted(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = {orderStatus.confirming} and (o.pickup_at <= now_at or (o.arrived = 2 and o.confirm_deadline <= now_at))
     and o.id > after_id order by o.id limit most
$$;
alter function timer_due_unaccepted(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_unaccepted(timestamptz, bigint, int) from public;

create function timer_due_confirmalarm(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = {orderStatus.confirming} and (o.confirm_deadline <= now_at
       or (o.arrived = 2 and o.created_at + (o.confirm_deadline - o.created_at) / 2 <= now_at))
     and o.id > after_id order by o.id limit most
$$;
alter function timer_due_confirmalarm(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_confirmalarm(timestamptz, bigint, int) from public;

-- Locks the use by an order, device, its live state and the command, in this order, and tells what the verdict rests on; null: it is not this session's any more.
create function gateway_judged_facts(device_id bigint, id bigint, session_no bigint, now_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  car bigint;
  paid timestamptz;
  d device%rowtype;
  l device_live%rowtype;
  c command%rowtype;
begin
  select t.merchant_id into of_merchant from terminal t where t.device_id = gateway_judged_facts.device_id;
  select x.vehicle_id into car from command x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.id;
  select u.due_at into paid from vehicle_use u
   where u.merchant_id = of_merchant and u.vehicle_id = car and u.kind = {vehicleUse.order} and u.until_at is null for update;
  select * into d from device x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.device_id for update;
  select * into l from device_live x where x.merchant_id = of_merchant and x.device_id = gateway_judged_facts.device_id for update;
  select * into c from command x where x.merchant_id = of_merchant and x.id = gateway_judged_facts.id for update;
  if c.id is null or c.device_id <> gateway_judged_facts.device_id or c.type not in ({commandType.engineCut}, {commandType.unlock})
    or c.state not in ({commandState.toSend}, {commandState.sent}) or l.session_no <> gateway_judged_facts.session_no
    or d.vehicle_id is distinct from c.vehicle_id or c.sends >= 3 then return null; end if;
  return jsonb_build_object(
    'type', c.type, 'state', c.state, 'armed', c.armed, 'category', c.category,
    'emergency', coalesce((c.params ->> 'emergency')::boolean, false),
    -- A customer opens a parked car, whose terminal reports no recent position; staff need one to unlock a rented car.
    'rented', paid is not null and not coalesce((c.params ->> 'customer')::boolean, false),
    'doubted', exists (select from alarm a where a.merchant_id = of_merchant and a.device_id = d.id and a.type = {alarmType.forged}
      and a.state in ({alarmState.open}, {alarmState.running})),
    'enabled', coalesce((select (m.settings ->> 'engineCutEnabled')::boolean from merchant m where m.id = of_merchant), false),
    'profile', d.profile, 'doorInverted', d.door_inverted, 'ctlShort', d.ctl_short,
    'stoppedSince', epoch_ms(l.stopped_since), 'paidUntil', epoch_ms(paid),
    'fixes', coalesce((select jsonb_agg(jsonb_build_object('at', epoch_ms(p.at), 'receivedAt', epoch_ms(p.received_at), 'lat', p.lat_e6 / 1e6,
        'lng', p.lng_e6 / 1e6, 'speed', p.speed, 'pulseSpeed', p.pulse_speed, 'valid', p.valid, 'acc', p.status_bits & 1 <> 0) order by p.at desc)
      from (select * from position x where x.merchant_id = of_merchant and x.device_id = gateway_judged_facts.device_id
             and x.at > now_at - interval '10 minutes' and not x.backfill
             and x.received_at >= coalesce(l.moved_at, '-infinity') order by x.at desc limit 60) p), '[]'),
    'parkedHere', case when coalesce((select (m.settings ->> 'noCutRule')::int from merchant m where m.id = of_merchant), 0) <> 1
      then coalesce(parked_here(of_merchant, d.id, l.lat_e6, l.lng_e6, now_at), false) end,
    'zones', coalesce((select jsonb_agg(f.shape) from fence f join vehicle v on v.merchant_id = of_merchant and v.id = car
       where f.merchant_id = of_merchant and f.rule = {fenceRule.noCut} and f.active and f.deleted_at is null
         and (f.store_id is null or f.store_id in (v.current_store_id, v.home_store_id))
         and (f.vehicle_ids = '{}' or car = any (f.vehicle_ids))), '[]'));
end $$;
alter function gateway_judged_facts(bigint, bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_judged_facts(bigint, bigint, bigint, timestamptz) from public;
grant execute on function gateway_judged_facts(bigint, bigint, bigint, timestamptz) to gate;

-- What reports of these devices are compared with: facts of their cars, and of merchants that are not `known` the rules. One statement
-- for all reports of a flush.
create function gateway_watch(device_ids bigint[], known bigint[], now_at timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return (
    with car as materialized (
      select d.merchant_id, d.id as device_id, v.id as vehicle_id, v.current_store_id, v.home_store_id
        from terminal t
        join device d on d.merchant_id = t.merchant_id and d.id = t.device_id and d.role = {deviceRole.main}
        join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
       where t.device_id = any (device_ids))
    select jsonb_build_object(
      'cars', (select coalesce(jsonb_agg(jsonb_build_object('deviceId', c.device_id::text, 'merchantId', c.merchant_id::text,
          'vehicleId', c.vehicle_id::text, 'storeIds', jsonb_build_array(c.current_store_id::text, c.home_store_id::text),
          'store', case when s.lat is not null and s.lng is not null then jsonb_build_object('lat', s.lat, 'lng', s.lng) end,
          -- Reports are of the present moment: an hour on either side is more than a clock differs.
          'uses', (select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'since', epoch_ms(u.since_at), 'until', epoch_ms(u.until_at),
              'dueAt', epoch_ms(u.due_at))), '[]') from vehicle_use u
            where u.merchant_id = c.merchant_id and u.vehicle_id = c.vehicle_id and u.since_at < now_at + interval '1 hour'
              and (u.until_at is null or u.until_at > now_at - interval '1 hour')),
          'freed', (select jsonb_build_object('at', epoch_ms(e.until_at), 'lat', p.lat_e6 / 1e6, 'lng', p.lng_e6 / 1e6)
            from (select max(u.until_at) as until_at from vehicle_use u where u.merchant_id = c.merchant_id and u.vehicle_id = c.vehicle_id
                and u.until_at <= now_at) e
            cross join lateral (select x.lat_e6, x.lng_e6 from position x where x.merchant_id = c.merchant_id and x.device_id = c.device_id
                and x.valid and x.at <= e.until_at and x.at > e.until_at - interval '1 day' order by x.at desc limit 1) p
            where e.until_at > coalesce(l.rest_at, '-infinity')),
          'off', coalesce((select to_jsonb(f.types) from alarm_off f where f.merchant_id = c.merchant_id and f.vehicle_id = c.vehicle_id), '[]'),
          'todayMetres', coalesce(k.metres, 0),
          'open', (select coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'fenceId', a.fence_id::text, 'level', a.level) order by a.id), '[]') from alarm a
            where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type is not null and a.end_at is null))), '[]')
        from car c
        join store s on s.merchant_id = c.merchant_id and s.id = c.current_store_id
        left join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
        left join device_km k on k.merchant_id = c.merchant_id and k.device_id = c.device_id
          and k.day = (now_at at time zone 'Asia/Shanghai')::date),
      'merchants', (select coalesce(jsonb_agg(jsonb_build_object('merchantId', m.merchant_id::text,
          'rules', (select coalesce(jsonb_agg(jsonb_build_object('type', r.type, 'level', r.level, 'active', r.active, 'notify', r.notify,
            'limit', r.limit_value)), '[]') from alarm_rule r where r.merchant_id = m.merchant_id),
          'fences', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id::text, 'shape', f.shape, 'rule', f.rule, 'limitKmh', f.limit_kmh,
            'level', f.level, 'storeId', f.store_id::text, 'vehicleIds', f.vehicle_ids::text[], 'hours', f.hours) order by f.id), '[]') from fence f
            where f.merchant_id = m.merchant_id and f.active and f.deleted_at is null and f.rule <> {fenceRule.noCut}),
          'stores', (select coalesce(jsonb_agg(jsonb_build_object('lat', s.lat, 'lng', s.lng)), '[]') from store s
            where s.merchant_id = m.merchant_id and s.lat is not null and s.lng is not null))), '[]')
        from (select distinct c.merchant_id from car c where c.merchant_id <> all (known)) m)));
end $$;
alter function gateway_watch(bigint[], bigint[], timestamptz) owner to definer;
revoke all on function gateway_watch(bigint[], bigint[], timestamptz) from public;
grant execute on function gateway_watch(bigint[], bigint[], timestamptz) to gate;

-- Alarms that begin, rise or end. One that begins again before it was handled goes on. Whoever begins the same at once waits for the other and
-- finds its row.
create function gateway_alarms(changes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
declare
  c record;
begin
  for c in
    select d.merchant_id, d.vehicle_id, d.id as device_id, v.current_store_id, r.*, to_timestamp(r.at / 1000.0) as began,
           (select f.id from fence f where f.merchant_id = d.merchant_id and f.id = r."fenceId") as fence,
           case when r."on" then (select u.order_id from vehicle_use u where u.merchant_id = d.merchant_id and u.vehicle_id = v.id
             and u.kind = {vehicleUse.order} and u.until_at is null) end as customer
      from jsonb_to_recordset(changes) as r (n int, "deviceId" bigint, "vehicleId" bigint, type smallint, "on" boolean, level smallint,
        "fenceId" bigint, value int, "limit" int, at double precision, "latE6" int, "lngE6" int)
      join terminal t on t.device_id = r."deviceId"
      join device d on d.merchant_id = t.merchant_id and d.id = t.device_id and d.vehicle_id = r."vehicleId"
      join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
     order by d.merchant_id, d.vehicle_id, r.n
  loop
    if not c."on" then
      update alarm a set end_at = greatest(c.began, a.last_at, a.start_at)
       where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.end_at is null;
      continue;
    end if;
    -- A closed alarm remains closed: the higher level is another one.
    update alarm a set end_at = greatest(c.began, a.last_at, a.start_at)
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.level < c.level
       and a.state in ({alarmState.done}, {alarmState.mistaken});
    update alarm a set end_at = null, times = a.times + (a.end_at is not null)::int, last_at = c.began, version = a.version + 1, told_at = null,
        state = {alarmState.open}, handled_by = null, handled_at = null, level = c.level, fence_id = c.fence, order_id = c.customer,
        store_id = c.current_store_id, start_at = c.began, lat_e6 = c."latE6", lng_e6 = c."lngE6", measured = c.value, limit_value = c."limit"
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.level < c.level;
    continue when found;
    update alarm a set end_at = null, times = a.times + 1, last_at = c.began
     where a.merchant_id = c.merchant_id and a.vehicle_id = c.vehicle_id and a.car_type = c.type and a.end_at is not null;
    continue when found;
    insert into alarm (merchant_id, type, level, vehicle_id, device_id, store_id, order_id, fence_id, start_at, last_at, lat_e6, lng_e6, measured, limit_value)
      values (c.merchant_id, c.type, c.level, c.vehicle_id, c.device_id, c.current_store_id, c.customer, c.fence, c.began, c.began, c."latE6", c."lngE6",
        c.value, c."limit")
      on conflict do nothing;
  end loop;
end $$;
alter function gateway_alarms(jsonb, timestamptz) owner to definer;
revoke all on function gateway_alarms(jsonb, timestamptz) from public;
grant execute on function gateway_alarms(jsonb, timestamptz) to gate;

-- Alarms of silence, of all merchants that are served here: a device that lost its power and then its link, or that says nothing for hours.
-- `defaults`: the rules where a merchant has none of its own; `limit` in minutes.
create function alarms_of_silence(defaults jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
begin
  update alarm a set end_at = greatest(l.last_msg_at, a.last_at)
    from device_live l
   where a.type in ({alarmType.unplugged}, {alarmType.longOffline}) and a.end_at is null
     and l.merchant_id = a.merchant_id and l.device_id = a.device_id and l.last_msg_at > a.last_at;

  with rule as (
    select d.type, d.minutes, d.level, d.active, d."limit" from jsonb_to_recordset(defaults)
      as d (type smallint, minutes int, level smallint, active boolean, "limit" int)),
  silent as materialized (
    select l.merchant_id, l.device_id, d.vehicle_id, v.current_store_id, u.type, coalesce(r.level, u.level) as level, coalesce(r.limit_value, u."limit") as limit_value,
           floor(extract(epoch from now_at - l.last_msg_at) / 60 / u.minutes)::int as value, l.lat_e6, l.lng_e6
      from device_live l
      join device d on d.merchant_id = l.merchant_id and d.id = l.device_id and d.role = {deviceRole.main}
      join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id and v.lifecycle = {lifecycle.inService}
      cross join rule u
      left join alarm_rule r on r.merchant_id = l.merchant_id and r.type = u.type
     where coalesce(r.active, u.active)
       and l.merchant_id not in (select p.merchant_id from merchant_place p)
       and l.last_msg_at < now_at - coalesce(r.limit_value, u."limit") * u.minutes * interval '1 minute'
       -- Bit 8: its main power is cut.
       and (u.type <> {alarmType.unplugged} or l.alarm_bits & 256 <> 0)),
  again as (
    update alarm a set end_at = null, times = a.times + 1, last_at = now_at from silent s
     where a.merchant_id = s.merchant_id and a.vehicle_id = s.vehicle_id and a.car_type = s.type and a.end_at is not null
    returning a.merchant_id, a.vehicle_id, a.type)
  insert into alarm (merchant_id, type, level, vehicle_id, device_id, store_id, order_id, start_at, last_at, lat_e6, lng_e6, measured, limit_value)
    select s.merchant_id, s.type, s.level, s.vehicle_id, s.device_id, s.current_store_id,
           (select u.order_id from vehicle_use u where u.merchant_id = s.merchant_id and u.vehicle_id = s.vehicle_id
             and u.kind = {vehicleUse.order} and u.until_at is null),
           now_at, now_at, s.lat_e6, s.lng_e6, s.value, s.limit_value
      from silent s
     where not exists (select from again g where g.merchant_id = s.merchant_id and g.vehicle_id = s.vehicle_id and g.type = s.type)
     order by s.merchant_id, s.vehicle_id, s.type
    on conflict do nothing;
end $$;
alter function alarms_of_silence(jsonb, timestamptz) owner to definer;
revoke all on function alarms_of_silence(jsonb, timestamptz) from public;
grant execute on function alarms_of_silence(jsonb, timestamptz) to gate;

create function notify_channel_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform notify_channel(new, case when tg_op = 'UPDATE' and old.channel_order_no is not null then old.status end);
  return null;
end $$;
alter function notify_channel_of_order() owner to definer;
revoke all on function notify_channel_of_order() from public;

-- While it is not accepted, the platform knows of a new order what it sent itself.
create trigger notify_channel_new after insert on "order" for each row
  when (new.source <> {source.offline} and new.channel_order_no is not null and new.status > {orderStatus.confirming})
  execute function notify_channel_of_order();
create trigger notify_channel after update on "order" for each row
  when (new.source <> {source.offline} and new.channel_order_no is not null and new.status >= {orderStatus.confirming}
    and (old.status, old.channel_order_no, old.store_id, old.return_store_id, old.model_id, old.pickup_at, old.return_at, old.actual_pickup_at,
        old.actual_return_at, old.total_fen, old.penalty_fen, old.cancelled_at)
      is distinct from (new.status, new.channel_order_no, new.store_id, new.return_store_id, new.model_id, new.pickup_at, new.return_at, new.actual_pickup_at,
        new.actual_return_at, new.total_fen, new.penalty_fen, new.cancelled_at))
  execute function notify_channel_of_order();

alter table link_token add foreign key (merchant_id, order_id) references "order" (merchant_id, id);
alter table scan_link add foreign key (merchant_id, order_id) references "order" (merchant_id, id);
alter table command add foreign key (merchant_id, order_id) references "order" (merchant_id, id);
alter table alarm add foreign key (merchant_id, order_id) references "order" (merchant_id, id);

select order_scoped('link_token');

select order_scoped('scan_link');

select order_scoped('order_item');

select order_scoped('order_log');

select order_scoped('remark');
