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

-- Today is kept as well. What orders tell of themselves needs no word; that a car moved, or a garage had it, or that an order has damage,
-- a violation or other income is told whenever it was.
drop function tell_of_figures(bigint,text,bigint,timestamptz);
create function tell_of_figures(merchant bigint, what text, subject bigint, since timestamptz, past boolean default false) returns void
  language sql security definer set search_path = public as $$
  insert into event (merchant_id, type, ref, data)
  select merchant, 'figures.changed', what || '/' || subject,
      jsonb_build_object('what', what, 'id', subject::text, 'from', epoch_ms(since))
   where case when past then since < (date_trunc('day', app_now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')
     else since is not null end
  on conflict (merchant_id, xid, type, ref) do update set data = event.data
    || jsonb_build_object('from', least((event.data ->> 'from')::bigint, (excluded.data ->> 'from')::bigint));
$$;
alter function tell_of_figures(bigint,text,bigint,timestamptz,boolean) owner to definer;
revoke all on function tell_of_figures(bigint,text,bigint,timestamptz,boolean) from public;
comment on function tell_of_figures(bigint,text,bigint,timestamptz,boolean) is 'Past: only of days that are over, where an order tells of today by itself';

create or replace function tell_of_stretch() returns trigger language plpgsql security definer set search_path = public as $$
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

create or replace function tell_of_entry() returns trigger language plpgsql security definer set search_path = public as $$
declare posted date := (select t.posted_on from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id);
begin
  if new.order_id is not null and new.account in ('penalty_income', 'damage_income', 'violation_income') then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, posted::timestamp at time zone 'Asia/Shanghai');
  elsif new.order_id is not null and new.account in ('rent_income', 'service_income') then
    perform tell_of_figures(new.merchant_id, 'order', o.id, least(o.actual_pickup_at, o.actual_return_at, o.cancelled_at), true)
      from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id
       and (o.actual_return_at is not null or o.cancelled_at is not null);
  end if;
  if new.moved_on is not null then
    perform tell_of_figures(new.merchant_id, 'cash', 0, new.moved_on::timestamp at time zone 'Asia/Shanghai', true);
  end if;
  return null;
end $$;

-- There are no facts of days that are over: all is taken up anew.
delete from follower where name = 'figures';
