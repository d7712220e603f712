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
  primary key (merchant_id)
);
comment on table figure_state is 'How far the kept figures go';
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
  collected_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  fleet bigint not null default 0,
  rented bigint not null default 0,
  down bigint not null default 0,
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
  -- Renewals by their own rent, and violations by the minute they happened. What was kept has neither: it is taken up anew.
  renewal_rent_fen bigint not null default 0,
  violations bigint not null default 0,
  primary key (merchant_id, grain, day, store_id, model_id, source, order_kind)
) with (fillfactor = 80);
comment on table figure_day is 'Sums of a day (packages/domain/src/insight/data/sums.ts), time in minutes; 0 where a key is not told apart by the grain, or there is none: a car alone is of no source';
select tenant_table('figure_day', 'insert, update, delete');
create policy scope on figure_day as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- A day that is cut at a minute, today and each day that it is compared with, was reckoned from every order that was out then. What it is
-- reckoned from is kept by day instead, many subjects to a row: a page of the table answers for a hundred orders.
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
