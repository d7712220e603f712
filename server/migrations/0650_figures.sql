-- Who follows what happens: each follower of a merchant's events has its place among them, and moves it in the transaction that does
-- what the events ask for. So that happens once in effect, whoever is killed in it and however many servers try.
create table follower (
  merchant_id bigint not null default merchant(),
  name text not null,
  xid xid8 not null,
  event_id bigint not null default 0,
  -- All that was committed by then has been followed.
  reached_at timestamptz not null default app_now(),
  primary key (merchant_id, name)
);
comment on table follower is 'The place of a follower in the order (xid, id) of event; nothing behind it is thrown away';
select tenant_table('follower');

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
  primary key (merchant_id, grain, day, store_id, model_id, source, order_kind)
) with (fillfactor = 80);
comment on table figure_day is 'Sums of a day (packages/domain/src/insight/data/sums.ts), time in minutes; 0 where a key is not told apart by the grain, or there is none: a car alone is of no source';
select tenant_table('figure_day', 'insert, update, delete');

-- Read with every store in sight alone: which stores somebody sees is part of what is asked for.
create policy scope on follower as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
create policy scope on figure_state as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
create policy scope on figure_part as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
create policy scope on figure_day as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What is behind a follower's place stays until it has come past it.
create or replace function purge_events(before timestamptz) returns void language sql security definer set search_path = public as $$
  with newest as (select xid, id from event where at < before order by xid desc, id desc limit 1)
  delete from event e using newest n where e.at < before and (e.xid, e.id) < (n.xid, n.id)
    and not exists (select from follower f where f.merchant_id = e.merchant_id and (f.xid, f.event_id) < (e.xid, e.id));
$$;

-- Days that are over change when the past is put right. Orders tell of themselves; what changes beside them, and reaches back
-- before today, is told here: a booking, a pickup or a return of today writes nothing more.
create function tell_of_figures(merchant bigint, what text, subject bigint, since timestamptz) returns void
  language sql security definer set search_path = public as $$
  insert into event (merchant_id, type, ref, data)
  select merchant, 'figures.changed', what || '/' || subject,
      jsonb_build_object('what', what, 'id', subject::text, 'from', epoch_ms(since))
   where since < (date_trunc('day', app_now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')
  on conflict (merchant_id, xid, type, ref) do update set data = event.data
    || jsonb_build_object('from', least((event.data ->> 'from')::bigint, (excluded.data ->> 'from')::bigint));
$$;
alter function tell_of_figures(bigint,text,bigint,timestamptz) owner to definer;
revoke all on function tell_of_figures(bigint,text,bigint,timestamptz) from public;

create function tell_of_period() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.from_at);
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id,
      case when (old.from_at, old.home_store_id, old.model_id, old.lifecycle) = (new.from_at, new.home_store_id, new.model_id, new.lifecycle)
        then least(old.to_at, new.to_at) else least(old.from_at, new.from_at) end);
  end if;
  return null;
end $$;
alter function tell_of_period() owner to definer;
revoke all on function tell_of_period() from public;
create trigger told_figures after insert or update on vehicle_period for each row execute function tell_of_period();

create function tell_of_stretch() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.from_at);
  elsif (old.vehicle_id, old.from_at, old.void, old.start_odo) = (new.vehicle_id, new.from_at, new.void, new.start_odo) then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.to_at, new.to_at));
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.from_at, new.from_at));
    perform tell_of_figures(new.merchant_id, 'car', old.vehicle_id, least(old.from_at, new.from_at));
  end if;
  return null;
end $$;
alter function tell_of_stretch() owner to definer;
revoke all on function tell_of_stretch() from public;
create trigger told_figures after insert or update on vehicle_assignment for each row execute function tell_of_stretch();

create function tell_of_work() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.actual_start);
  elsif (old.vehicle_id, old.actual_start) is not distinct from (new.vehicle_id, new.actual_start) then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.actual_end, new.actual_end));
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.actual_start, new.actual_start));
    perform tell_of_figures(new.merchant_id, 'car', old.vehicle_id, least(old.actual_start, new.actual_start));
  end if;
  return null;
end $$;
alter function tell_of_work() owner to definer;
revoke all on function tell_of_work() from public;
create trigger told_figures_new after insert on ticket for each row
  when (new.kind in ({ticketKind.maintenance}, {ticketKind.yearly}) and new.actual_start is not null) execute function tell_of_work();
create trigger told_figures after update of vehicle_id, actual_start, actual_end on ticket for each row
  when (new.kind in ({ticketKind.maintenance}, {ticketKind.yearly})
    and (old.vehicle_id, old.actual_start, old.actual_end) is distinct from (new.vehicle_id, new.actual_start, new.actual_end))
  execute function tell_of_work();

create function tell_of_damage() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.created_at);
  return null;
end $$;
alter function tell_of_damage() owner to definer;
revoke all on function tell_of_damage() from public;
create trigger told_figures after insert or update of created_at on damage_order for each row execute function tell_of_damage();

-- What an order earned is spread over its days once it is back; other income is of its day, and money of the cashShifts too.
create function tell_of_entry() returns trigger language plpgsql security definer set search_path = public as $$
declare posted date := (select t.posted_on from ledger_txn t where t.merchant_id = new.merchant_id and t.id = new.txn_id);
begin
  if new.order_id is not null and new.account in ('penalty_income', 'damage_income', 'violation_income') then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, posted::timestamp at time zone 'Asia/Shanghai');
  elsif new.order_id is not null and new.account in ('rent_income', 'service_income') then
    perform tell_of_figures(new.merchant_id, 'order', o.id, least(o.actual_pickup_at, o.actual_return_at, o.cancelled_at))
      from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id
       and (o.actual_return_at is not null or o.cancelled_at is not null);
  end if;
  if new.moved_on is not null then
    perform tell_of_figures(new.merchant_id, 'cash', 0, new.moved_on::timestamp at time zone 'Asia/Shanghai');
  end if;
  return null;
end $$;
alter function tell_of_entry() owner to definer;
revoke all on function tell_of_entry() from public;
create trigger told_figures after insert on ledger_entry for each row
  when (new.account in ('penalty_income', 'damage_income', 'violation_income', 'rent_income', 'service_income') or new.moved_on is not null)
  execute function tell_of_entry();
