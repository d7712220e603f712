-- Prices, services, fees, deposit policies, cancel rules and quotes.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- National holidays of a year as an operator brought them, over those of the package (decision 87): the newest row of a
-- year holds. Nothing of it is changed or deleted.
create table holiday_year (
  id bigint default nextval('row_id') primary key,
  year smallint not null check (year between 2000 and 2100),
  holidays jsonb not null,
  workdays jsonb not null,
  name text not null,
  note text not null,
  at timestamptz not null default app_now()
);
alter table holiday_year owner to app_owner;
create index holiday_year_newest on holiday_year (year, id desc);
grant select, insert on holiday_year to gate;
grant select on holiday_year to tenant;

-- What the shop asks, and the terms it rents by.
-- Prices, services, fees, deposits and cancel rules of a merchant. source 0 stands for all channels.
create table price_rule (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  source smallint not null default 0,
  base_fen bigint not null check (base_fen between 1 and 9999900),
  weekend_fen bigint check (weekend_fen between 1 and 9999900),
  holiday_fen bigint check (holiday_fen between 1 and 9999900),
  weekend_days smallint[] not null default '{6,7}',
  over_hour_fen bigint check (over_hour_fen >= 0),
  over_hour_divisor smallint not null default 6 check (over_hour_divisor between 1 and 24),
  min_days smallint not null default 1 check (min_days between 1 and 30),
  max_days smallint,
  advance_min_minutes int,
  discount_on_holiday boolean not null default false,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id)
);
create unique index price_rule_pool on price_rule (merchant_id, store_id, model_id, source);
select tenant_table('price_rule');

create table price_tier (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  rule_id bigint not null,
  from_days smallint not null check (from_days >= 2),
  rate_bp int check (rate_bp between 1000 and 10000),
  fixed_day_fen bigint check (fixed_day_fen between 1 and 9999900),
  primary key (merchant_id, id),
  check (num_nonnulls(rate_bp, fixed_day_fen) = 1),
  foreign key (merchant_id, rule_id) references price_rule (merchant_id, id)
);
create unique index price_tier_days on price_tier (merchant_id, rule_id, from_days);
select tenant_table('price_tier', 'insert, update, delete');

create table price_calendar (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  source smallint not null default 0,
  date date not null,
  price_fen bigint check (price_fen between 1 and 9999900),
  stop boolean not null default false,
  primary key (merchant_id, id)
);
create unique index price_calendar_day on price_calendar (merchant_id, store_id, model_id, date, source);
select tenant_table('price_calendar', 'insert, update, delete');

create table long_price (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  source smallint not null default 0,
  from_months smallint not null check (from_months between 1 and 36),
  monthly_fen bigint not null check (monthly_fen > 0),
  primary key (merchant_id, id)
);
create unique index long_price_months on long_price (merchant_id, store_id, model_id, source, from_months);
select tenant_table('long_price', 'insert, update, delete');

create table price_plan (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  publish_at timestamptz not null,
  status smallint not null default 0 check (status between 0 and 2),
  changes jsonb not null,
  rows jsonb not null,
  store_ids bigint[] not null,
  model_ids bigint[] not null,
  account_id bigint not null default actor(),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (merchant_id, id)
);
comment on table price_plan is 'status 0 waiting 1 published 2 cancelled. changes: what to do; rows: the same in words';
create index price_plan_waiting on price_plan (merchant_id, publish_at) where status = {planStatus.waiting};
create index price_plan_due on price_plan (publish_at) where status = {planStatus.waiting};
select tenant_table('price_plan');

-- Who changed which price when, and changes that wait for their moment.
create table price_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null check (kind in ('rule', 'long', 'calendar')),
  store_id bigint not null,
  model_id bigint not null,
  source smallint not null,
  before jsonb,
  after jsonb not null,
  plan_id bigint,
  undo_of bigint,
  undone boolean not null default false,
  account_id bigint not null default actor(),
  at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id)
);
comment on column price_change.before is 'null: there was no rule. Of a rule only the fields that changed';
create index price_change_key on price_change (merchant_id, store_id, model_id, source, id);
select tenant_table('price_change');

create table service_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  code text not null,
  name text not null,
  description text not null default '',
  item_type smallint not null check (item_type between 1 and 3),
  unit text not null check (unit in ('day', 'order')),
  price_fen bigint not null check (price_fen >= 0),
  max_qty smallint not null default 1,
  cap_days smallint,
  mandatory boolean not null default false,
  handling boolean not null default false,
  store_ids bigint[] not null default '{}',
  model_ids bigint[] not null default '{}',
  sources smallint[] not null default '{}',
  enabled boolean not null default true,
  sort int not null default 0,
  version int not null default 1,
  primary key (merchant_id, id)
);
comment on column service_item.handling is '手续费: once per order, not on renewal. Empty id lists mean all';
create unique index service_item_code on service_item (merchant_id, code) where enabled;
select tenant_table('service_item');

create table fee_config (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  kind text not null check (kind in ('delivery', 'collect', 'shuttle', 'night', 'oneWay')),
  name text not null default '',
  fee_mode smallint not null check (fee_mode between 1 and 3),
  rate_bp int not null default 0,
  amount_fen bigint not null default 0 check (amount_fen >= 0),
  base_km numeric(6,1) not null default 0,
  per_km_fen bigint not null default 0,
  max_km numeric(6,1),
  window_from text,
  window_to text,
  pair_store_id bigint,
  version int not null default 1,
  -- A row that is asked no more; its key may be given again.
  enabled boolean not null default true,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
create index fee_config_store on fee_config (merchant_id, store_id, kind);
select tenant_table('fee_config');

create table deposit_policy (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint,
  model_id bigint,
  source smallint,
  rental_fen bigint check (rental_fen >= 0),
  violation_fen bigint check (violation_fen >= 0),
  modes smallint[] not null default '{1,2,3}',
  waive_types smallint[] not null default '{4}',
  hold_days smallint,
  version int not null default 1,
  enabled boolean not null default true,
  primary key (merchant_id, id)
);
create unique index deposit_policy_key on deposit_policy (merchant_id, store_id, model_id, source) nulls not distinct
  where enabled;
select tenant_table('deposit_policy');

create table cancel_rule (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null,
  sources smallint[] not null default '{}',
  store_ids bigint[] not null default '{}',
  season text not null default 'normal' check (season in ('normal', 'holiday')),
  tiers jsonb not null,
  base smallint not null default 2 check (base between 1 and 3),
  max_penalty_days smallint default 3,
  no_show_after_minutes int not null default 240,
  penalty_from_deposit boolean not null default false,
  version int not null default 1,
  enabled boolean not null default true,
  primary key (merchant_id, id)
);
create unique index cancel_rule_name on cancel_rule (merchant_id, name) where enabled;
select tenant_table('cancel_rule');

-- What damage costs at this merchant, by families of parts and kinds of damage; what nobody changed yet has no row, and the
-- product's own list holds (车损价目).
create table damage_price (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  family text not null check (length(family) between 1 and 20),
  scratch_fen bigint check (scratch_fen > 0),
  dent_fen bigint check (dent_fen > 0),
  paint_fen bigint check (paint_fen > 0),
  broken_fen bigint check (broken_fen > 0),
  missing_fen bigint check (missing_fen > 0),
  stain_fen bigint check (stain_fen > 0),
  version int not null default 1,
  primary key (merchant_id, id),
  unique (merchant_id, family)
);
comment on table damage_price is 'one row per family of parts; null: estimated by hand';
select tenant_table('damage_price');

-- Distances by road as the map service said them: it looks at the traffic, and a price that is asked for again stays the same. Places
-- are WGS-84, rounded to some ten metres: `121.3363,31.2979`.
create table road_distance (
  merchant_id bigint not null default merchant(),
  origin text not null check (length(origin) <= 20),
  destination text not null check (length(destination) <= 20),
  metres int not null check (metres >= 0),
  asked_at timestamptz not null default app_now(),
  primary key (merchant_id, origin, destination)
);
select tenant_table('road_distance', 'insert');
grant delete on road_distance to definer;

create table quote (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  inputs jsonb not null,
  snapshot jsonb not null,
  total_fen bigint not null,
  input_hash bytea not null,
  expires_at timestamptz not null,
  used_by_order_id bigint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
create unique index quote_used on quote (merchant_id, used_by_order_id, id) where used_by_order_id is not null;
create index quote_age on quote (created_at);
select tenant_table('quote');
grant delete on quote to definer;

-- Dates that the price calendar closes are not for sale: the stock screens of others follow as they do for a stop-sale.
-- Changed dates are deleted and written anew; both tell, and one transaction is told of once.
create function tell_of_closed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(r.merchant_id, r.store_id, r.model_id, min(r.date)::timestamp at time zone 'Asia/Shanghai',
      (max(r.date) + 1)::timestamp at time zone 'Asia/Shanghai')
    from changed r where r.stop group by r.merchant_id, r.store_id, r.model_id;
  return null;
end $$;
create trigger told_new after insert on price_calendar referencing new table as changed
  for each statement execute function tell_of_closed();
create trigger told_gone after delete on price_calendar referencing old table as changed
  for each statement execute function tell_of_closed();

create function timer_due_pricepublish(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from price_plan p
   where p.status = {planStatus.waiting} and p.publish_at <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_pricepublish(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_pricepublish(timestamptz,bigint,int) from public;
