-- Statistics by day.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- What is kept of figures, for days that are over: the share of each order, car and cashShift, and the sums of a day.
create table figure_state (
  merchant_id bigint not null default merchant(),
  -- The last day that is kept.
  kept_to date not null,
  -- How far orders, cars and takings older than the sums are in them; null: wholly.
  filling jsonb,
  by_car boolean not null default false,
  primary key (merchant_id)
);
comment on table figure_state is 'How far the kept figures go';
comment on column figure_state.by_car is 'Whether the stored shares of orders name their vehicles';
select tenant_table('figure_state');
create policy scope on figure_state as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table figure_part (
  merchant_id bigint not null default merchant(),
  subject text not null check (subject in ('order', 'car', 'cash')),
  subject_id bigint not null,
  month date not null,
  shares jsonb not null,
  primary key (merchant_id, subject, subject_id, month)
);
comment on table figure_part is 'What an order, a car or the cashShifts (0) have added to the figures of a month, by day: what is taken back when it changes';
create index figure_part_month on figure_part (merchant_id, month, subject);
select tenant_table('figure_part', 'insert, update, delete');
create policy scope on figure_part as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table figure_day (
  merchant_id bigint not null default merchant(),
  grain text not null check (grain in ('all', 'store', 'model', 'source', 'part')),
  day date not null,
  store_id bigint not null default 0,
  model_id bigint not null default 0,
  source smallint not null default 0,
  order_kind smallint not null default 0,
  rent_fen bigint not null default 0,
  service_fen bigint not null default 0,
  other_fen bigint not null default 0,
  late_fen bigint not null default 0,
  collected_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  fleet bigint not null default 0,
  rented bigint not null default 0,
  down bigint not null default 0,
  idle bigint not null default 0,
  created bigint not null default 0,
  cancelled bigint not null default 0,
  cancelled_by_customer bigint not null default 0,
  cancelled_by_merchant bigint not null default 0,
  cancelled_by_channel bigint not null default 0,
  cancelled_by_system bigint not null default 0,
  pickups bigint not null default 0,
  on_time bigint not null default 0,
  lead bigint not null default 0,
  returns bigint not null default 0,
  stayed bigint not null default 0,
  renewed bigint not null default 0,
  damages bigint not null default 0,
  km bigint not null default 0,
  "out" bigint not null default 0,
  -- Renewals by their own rent, and violations by the minute they happened.
  renewal_rent_fen bigint not null default 0,
  violations bigint not null default 0,
  primary key (merchant_id, grain, day, store_id, model_id, source, order_kind)
) with (fillfactor = 80);
comment on table figure_day is 'Sums of a day (packages/domain/src/insight/data/sums.ts), time in minutes; 0 where a key is not told apart by the grain, or there is none: a car alone is of no source';
select tenant_table('figure_day', 'insert, update, delete');
create policy scope on figure_day as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- A day that is cut at a minute, today and each day that it is compared with, is calculated from these facts instead of from every order
-- that was out then. They are stored by day, many subjects to a row: a page of the table answers for a hundred orders.
create table figure_fact (
  merchant_id bigint not null default merchant(),
  day date not null,
  subject text not null check (subject in ('order', 'car')),
  -- Which of the day's rows: the subject's id modulo their number.
  part smallint not null,
  facts jsonb not null,
  primary key (merchant_id, day, subject, part)
);
comment on table figure_fact is 'What orders and cars add to a day is reckoned from, by subject (packages/domain/src/insight/data/facts.ts): of days that are kept and the one after them';

-- In its row, compressed: beside it a page of the index more for each.
alter table figure_fact alter facts set storage main;
select tenant_table('figure_fact', 'insert, update, delete');
create policy scope on figure_fact as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What each vehicle earned and did in a month, kept by the follower of the figures with the same shares as its other sums.
create table figure_car (
  merchant_id bigint not null default merchant(),
  month date not null,
  vehicle_id bigint not null,
  rent_fen bigint not null default 0,
  service_fen bigint not null default 0,
  other_fen bigint not null default 0,
  fleet bigint not null default 0,
  rented bigint not null default 0,
  down bigint not null default 0,
  idle bigint not null default 0,
  km bigint not null default 0,
  primary key (merchant_id, month, vehicle_id)
) with (fillfactor = 80);
comment on table figure_car is 'Sums by vehicle and month, time in minutes; vehicle 0: income of orders that never had one';
create index figure_car_vehicle on figure_car (merchant_id, vehicle_id, month);
select tenant_table('figure_car', 'insert, update, delete');

create table figure_car_order (
  merchant_id bigint not null default merchant(),
  vehicle_id bigint not null,
  month date not null,
  order_id bigint not null,
  rent_fen bigint not null default 0,
  service_fen bigint not null default 0,
  other_fen bigint not null default 0,
  primary key (merchant_id, vehicle_id, month, order_id)
);
comment on table figure_car_order is 'What of the income of figure_car is of which order';
create index figure_car_order_order on figure_car_order (merchant_id, order_id, month);
select tenant_table('figure_car_order', 'insert, update, delete');

-- Owners of cars that the merchant runs (托管, 挂靠), what was agreed for each car, and the statement of each month. Personal data is sealed.
create table car_owner (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 2),
  name text not null check (length(name) between 1 and 60),
  phone_enc bytea not null,
  phone_mask text not null,
  identity_enc bytea,
  identity_mask text not null default '',
  bank text not null default '' check (length(bank) <= 60),
  account_enc bytea,
  account_mask text not null default '',
  note text not null default '' check (length(note) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table car_owner is 'Persons and companies whose cars the merchant rents out';
comment on column car_owner.identity_enc is 'Identity number of a person, tax number of a company';
comment on column car_owner.account_enc is 'The bank account to which the owner is paid';
select tenant_table('car_owner');
create policy scope on car_owner as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant update (phone_enc, identity_enc, account_enc) on car_owner to definer;

create table owner_agreement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  owner_id bigint not null,
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 3),
  from_on date not null,
  to_on date,
  share_bp int not null default 0 check (share_bp between 0 and 10000),
  after_costs boolean not null default true,
  rent_fen bigint not null default 0 check (rent_fen >= 0),
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  fee_bp int not null default 0 check (fee_bp between 0 and 10000),
  cost_kinds smallint[] not null default '{}',
  pay_day smallint not null default 10 check (pay_day between 1 and 28),
  note text not null default '' check (length(note) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (from_on <= to_on),
  foreign key (merchant_id, owner_id) references car_owner (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  constraint owner_agreement_once exclude using gist (merchant_id with =, vehicle_id with =, daterange(from_on, to_on, '[]') with &&)
);
comment on table owner_agreement is 'What was agreed with the owner of a car; its terms never change, it is ended and another one begins';
comment on column owner_agreement.to_on is 'Its last day; null: until further notice';
comment on column owner_agreement.after_costs is 'Whether the share is taken of the income less costs, or of the income';
comment on column owner_agreement.rent_fen is 'Of a fixed rent: what the owner gets for a month, fen';
comment on column owner_agreement.fee_fen is 'Management fee of a month, fen';
comment on column owner_agreement.cost_kinds is 'Kinds of costs that the owner bears';
create index owner_agreement_owner on owner_agreement (merchant_id, owner_id, from_on);
create index owner_agreement_vehicle on owner_agreement (merchant_id, vehicle_id, from_on);
select tenant_table('owner_agreement');

create table owner_statement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  owner_id bigint not null,
  month date not null check (extract(day from month) = 1),
  state smallint not null check (state between 1 and 5),
  carried_fen bigint not null default 0 check (carried_fen <= 0),
  owner_fen bigint not null default 0,
  accrued_fen bigint not null default 0,
  -- In words of the staff: owed to the owner, and no cost of a car.
  corrections jsonb not null default '[]',
  correction_fen bigint not null default 0,
  sent_at timestamptz,
  confirmed_at timestamptz,
  by_link boolean not null default false,
  signed_ids bigint[] not null default '{}',
  objection text not null default '' check (length(objection) <= 300),
  booked_on date,
  paid_at timestamptz,
  paid_on date,
  pay_way smallint check (pay_way between 1 and 7),
  slip_no text not null default '',
  voucher_ids bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, owner_id) references car_owner (merchant_id, id)
);
comment on table owner_statement is 'What an owner gets for a month: a draft is reckoned again, a sent one stays';
comment on column owner_statement.carried_fen is 'What the owner owes from the statement before, fen';
comment on column owner_statement.owner_fen is 'The parts of its cars, fen';
comment on column owner_statement.accrued_fen is 'What of the parts was booked when the month was closed before the owner confirmed them, fen';
comment on column owner_statement.by_link is 'Whether the owner confirmed it on their own page';
comment on column owner_statement.booked_on is 'The day of its entries in the ledger and in the costs of its cars';
comment on column owner_statement.corrections is '[{words, fen}]: what the owner gets besides the parts of the cars; negative: what the owner owes';
comment on column owner_statement.correction_fen is 'The sum of its corrections, fen';
create unique index owner_statement_month on owner_statement (merchant_id, owner_id, month);
create index owner_statement_list on owner_statement (merchant_id, month desc, id desc);
create index owner_statement_state on owner_statement (merchant_id, state, month desc, id desc);
create index owner_statement_open on owner_statement (merchant_id, owner_id)
  where state in ({ownerStatementState.sent}, {ownerStatementState.confirmed}, {ownerStatementState.objected});
select tenant_table('owner_statement', 'insert, update, delete');
create policy scope on owner_statement as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table owner_statement_car (
  merchant_id bigint not null default merchant(),
  statement_id bigint not null,
  agreement_id bigint not null,
  from_on date not null,
  to_on date not null,
  rent_fen bigint not null,
  service_fen bigint not null,
  other_fen bigint not null,
  fixed_fen bigint not null,
  fee_fen bigint not null,
  costs jsonb not null,
  owner_fen bigint not null,
  primary key (merchant_id, statement_id, agreement_id, from_on),
  check (from_on <= to_on),
  foreign key (merchant_id, statement_id) references owner_statement (merchant_id, id) on delete cascade,
  foreign key (merchant_id, agreement_id) references owner_agreement (merchant_id, id)
);
comment on table owner_statement_car is 'The part of a car. Days of an earlier month: what has changed since that month was settled';
comment on column owner_statement_car.costs is '[{kind, fen}]: costs that the owner bears';
comment on column owner_statement_car.owner_fen is 'What the owner gets; negative: what the owner owes';
create index owner_statement_car_agreement on owner_statement_car (merchant_id, agreement_id, from_on);
select tenant_table('owner_statement_car', 'insert, update, delete');
create policy scope on owner_statement_car as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What an owner has seen stays as it was; an objection makes it a draft again.
create function owner_statement_stays() returns trigger language plpgsql set search_path = public as $$
begin
  raise exception 'statement % was sent', old.id using errcode = 'check_violation';
end $$;
create trigger stays before update on owner_statement for each row
  when (old.state <> {ownerStatementState.draft} and new.state <> {ownerStatementState.draft}
    and (old.carried_fen, old.owner_fen, old.month, old.owner_id) is distinct from (new.carried_fen, new.owner_fen, new.month, new.owner_id))
  execute function owner_statement_stays();
create trigger corrections_stay before update on owner_statement for each row
  when (old.state <> {ownerStatementState.draft} and new.state <> {ownerStatementState.draft}
    and (old.corrections, old.correction_fen) is distinct from (new.corrections, new.correction_fen))
  execute function owner_statement_stays();
create trigger stays_there before delete on owner_statement for each row
  when (old.state <> {ownerStatementState.draft}) execute function owner_statement_stays();

create function owner_statement_car_stays() returns trigger language plpgsql set search_path = public as $$
declare
  row_of owner_statement_car := case tg_op when 'DELETE' then old else new end;
begin
  if exists (select from owner_statement s where s.merchant_id = row_of.merchant_id and s.id = row_of.statement_id
      and s.state <> {ownerStatementState.draft}) then
    raise exception 'statement % was sent', row_of.statement_id using errcode = 'check_violation';
  end if;
  return row_of;
end $$;
create trigger stays before insert or update or delete on owner_statement_car for each row execute function owner_statement_car_stays();

-- 员工提成: rules never change, they end; a statement is reckoned again until it is confirmed.
create table commission_rule (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 5),
  store_id bigint,
  role_id bigint,
  fen bigint not null default 0 check (fen >= 0),
  rate_bp int not null default 0 check (rate_bp between 0 and 10000),
  from_month date not null check (extract(day from from_month) = 1),
  to_month date check (extract(day from to_month) = 1),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, role_id) references role (merchant_id, id)
);
comment on table commission_rule is 'What employees get of bookings, rent, services, renewals and collected debts';
comment on column commission_rule.to_month is 'Its last month; before its first one: it was taken back. Null: until further notice';
create index commission_rule_store on commission_rule (merchant_id, store_id) where store_id is not null;
create index commission_rule_role on commission_rule (merchant_id, role_id) where role_id is not null;
select tenant_table('commission_rule');
select guard_reach('commission_rule', 'store_id');

create table commission_statement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  month date not null check (extract(day from month) = 1),
  state smallint not null check (state between 1 and 2),
  fen bigint not null,
  booked_on date,
  confirmed_at timestamptz,
  confirmed_by bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  -- What was booked of a draft when its month was closed.
  accrued_fen bigint not null default 0,
  primary key (merchant_id, id),
  check ((state = {commissionState.confirmed}) = (booked_on is not null)),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
comment on table commission_statement is 'What an employee gets for a month: a draft is reckoned again, a confirmed one stays';
comment on column commission_statement.booked_on is 'The day of its entry in the ledger';
create unique index commission_statement_month on commission_statement (merchant_id, account_id, month);
create index commission_statement_list on commission_statement (merchant_id, month desc, id desc);
create index commission_statement_draft on commission_statement (merchant_id, month) where state = {commissionState.draft};
select tenant_table('commission_statement', 'insert, update, delete');

create table commission_line (
  merchant_id bigint not null default merchant(),
  statement_id bigint not null,
  order_id bigint not null,
  kind smallint not null check (kind between 1 and 5),
  month date not null,
  rule_id bigint not null,
  base bigint not null,
  fen bigint not null,
  primary key (merchant_id, statement_id, order_id, kind, month),
  foreign key (merchant_id, statement_id) references commission_statement (merchant_id, id) on delete cascade,
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, rule_id) references commission_rule (merchant_id, id)
);
comment on table commission_line is 'Of an order. A month before that of its statement: what has changed since that was confirmed';
comment on column commission_line.base is 'What the rule was applied to, fen; of bookings their number';
create index commission_line_order on commission_line (merchant_id, order_id);
create index commission_line_rule on commission_line (merchant_id, rule_id);
select tenant_table('commission_line', 'insert, delete');

create function commission_stays() returns trigger language plpgsql set search_path = public as $$
begin
  raise exception 'commission statement % was confirmed', old.id using errcode = 'check_violation';
end $$;
create trigger stays before update or delete on commission_statement for each row
  when (old.state = {commissionState.confirmed}) execute function commission_stays();
create function commission_line_stays() returns trigger language plpgsql set search_path = public as $$
declare
  row_of commission_line := case tg_op when 'DELETE' then old else new end;
begin
  if exists (select from commission_statement s where s.merchant_id = row_of.merchant_id and s.id = row_of.statement_id
      and s.state = {commissionState.confirmed}) then
    raise exception 'commission statement % was confirmed', row_of.statement_id using errcode = 'check_violation';
  end if;
  return row_of;
end $$;
create trigger stays before insert or update or delete on commission_line for each row execute function commission_line_stays();

-- Tables that tenant_table() does not make need the same.
do $$
declare
  tab regclass;
begin
  for tab in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    perform plans_of_one_merchant(tab);
  end loop;
end $$;

alter table link_token add foreign key (merchant_id, owner_id) references car_owner (merchant_id, id);
