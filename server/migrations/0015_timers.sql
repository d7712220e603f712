-- What the clock does: sums that are kept, and what is due by now, of all merchants.

-- Sums that screens begin with and that history makes long to add up: orders of each status, and fen billed on a day, both
-- by the stores of their orders. Whoever writes an order or its books adds a row to `tally_change` and so waits for nobody;
-- a timer adds those rows to `tally` and takes them away. A sum is both together: at every moment exactly what counting the
-- rows that are seen would say.
create table tally (
  merchant_id bigint not null default merchant(),
  name text not null,
  store_id bigint not null,
  return_store_id bigint not null,
  n bigint not null,
  primary key (merchant_id, name, store_id, return_store_id) include (n)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "billed <date>" sums fen billed (J1, J3) less what was called off (J4, J5); "vehicle" counts cars in service by home and current store, "rented" those of them that are out';
select tenant_table('tally', '');
grant insert, update, delete on tally to definer;
create policy scope on tally as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then name in ('vehicle', 'rented')
      and (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
    else false
  end);
create policy stores on tally as restrictive to tenant_stores using (
  store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
  or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));

create table tally_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null,
  store_id bigint not null,
  return_store_id bigint not null,
  n bigint not null,
  primary key (merchant_id, id)
);
select tenant_table('tally_change', '');
grant insert, update, delete on tally_change to definer;
create policy scope on tally_change as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then name in ('vehicle', 'rented')
      and (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
    else false
  end);
create policy stores on tally_change as restrictive to tenant_stores using (
  store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
  or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));

-- What a sum comes to in all stores is kept beside what it comes to in each: who sees the whole merchant read 27 rows for each
-- day that home shows, and 208 for the tabs of the list.
create table tally_total (
  merchant_id bigint not null default merchant(),
  name text not null,
  n bigint not null,
  primary key (merchant_id, name) include (n)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table tally_total is 'tally, all stores together; changes that are not folded yet stand in tally_change alone';
select tenant_table('tally_total', '');
grant insert, update, delete on tally_total to definer;
create policy scope on tally_total as restrictive to tenant, tenant_stores using ((select current_setting('app.scope')) = 'all');

create function tally_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select o.merchant_id, 'order ' || o.order_kind || ' ' || o.status, o.store_id, o.return_store_id, o.n
    from (values
      (old.merchant_id, old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id, -1),
      (new.merchant_id, new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id, 1))
      o (merchant_id, order_kind, status, prev_status, store_id, return_store_id, n)
   where o.merchant_id is not null and (o.status <> {orderStatus.cancelled} or o.prev_status is distinct from {orderStatus.notSubmitted});
  -- What was billed goes along to other stores.
  if (old.store_id, old.return_store_id) <> (new.store_id, new.return_store_id) then
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select e.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), s.store_id, s.return_store_id,
        s.sign * sum(e.credit_fen - e.debit_fen)
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned',
        (values (old.store_id, old.return_store_id, -1), (new.store_id, new.return_store_id, 1)) s (store_id, return_store_id, sign)
     where t.merchant_id = new.merchant_id and t.order_id = new.id and t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff})
     group by e.merchant_id, t.posted_on, s.store_id, s.return_store_id, s.sign;
  end if;
  return null;
end $$;
alter function tally_order() owner to definer;
revoke all on function tally_order() from public;
create trigger tallied_too after insert or delete on "order" for each row execute function tally_order();
create trigger tallied after update of order_kind, status, prev_status, store_id, return_store_id on "order" for each row
  when ((old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id)
    is distinct from (new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id))
  execute function tally_order();

create function tally_billed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select new.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, new.credit_fen - new.debit_fen
    from ledger_txn t join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.merchant_id = new.merchant_id and t.id = new.txn_id and t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff});
  return null;
end $$;
alter function tally_billed() owner to definer;
revoke all on function tally_billed() from public;
create trigger tallied after insert on ledger_entry for each row when (new.account = 'unearned') execute function tally_billed();

create function tally_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select v.merchant_id, s.name, v.home_store_id, v.current_store_id, v.n
    from (values (old.merchant_id, old.id, old.lifecycle, old.home_store_id, old.current_store_id, -1),
        (new.merchant_id, new.id, new.lifecycle, new.home_store_id, new.current_store_id, 1))
      v (merchant_id, id, lifecycle, home_store_id, current_store_id, n),
      (values ('vehicle'), ('rented')) s (name)
   where v.lifecycle = {lifecycle.inService} and (s.name = 'vehicle'
      or exists (select from occupancy o where o.merchant_id = v.merchant_id and o.vehicle_id = v.id and o.on_rent and o.active));
  return null;
end $$;
alter function tally_vehicle() owner to definer;
revoke all on function tally_vehicle() from public;
create trigger tallied_too after insert or delete on vehicle for each row execute function tally_vehicle();
create trigger tallied after update of lifecycle, home_store_id, current_store_id on vehicle for each row
  when ((old.lifecycle, old.home_store_id, old.current_store_id) is distinct from (new.lifecycle, new.home_store_id, new.current_store_id))
  execute function tally_vehicle();

-- The car is locked, as handovers lock it before: what it is, and where, does not change until both are written.
create function tally_rented() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select v.merchant_id, 'rented', v.home_store_id, v.current_store_id, o.n
    from (values (old.merchant_id, old.vehicle_id, old.on_rent and old.active, -1), (new.merchant_id, new.vehicle_id, new.on_rent and new.active, 1))
      o (merchant_id, vehicle_id, is_out, n), lateral (
        select * from vehicle v where v.merchant_id = o.merchant_id and v.id = o.vehicle_id and v.lifecycle = {lifecycle.inService} for share) v
   where o.is_out;
  return null;
end $$;
alter function tally_rented() owner to definer;
revoke all on function tally_rented() from public;
create trigger tallied_new after insert on occupancy for each row when (new.on_rent and new.active) execute function tally_rented();
create trigger tallied_gone after delete on occupancy for each row when (old.on_rent and old.active) execute function tally_rented();
create trigger tallied after update of on_rent, active, vehicle_id on occupancy for each row
  when ((old.on_rent and old.active, old.vehicle_id) is distinct from (new.on_rent and new.active, new.vehicle_id))
  execute function tally_rented();

create function tally_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tally', merchant()));
  with gone as (delete from tally_change where merchant_id = merchant() returning name, store_id, return_store_id, n),
    total as (insert into tally_total (name, n)
      select name, sum(n) from gone group by name having sum(n) <> 0
      on conflict (merchant_id, name) do update set n = tally_total.n + excluded.n)
  insert into tally (name, store_id, return_store_id, n)
  select name, store_id, return_store_id, sum(n) from gone group by name, store_id, return_store_id having sum(n) <> 0
  on conflict (merchant_id, name, store_id, return_store_id) do update set n = tally.n + excluded.n;
end $$;
alter function tally_fold() owner to definer;
revoke all on function tally_fold() from public;
grant execute on function tally_fold() to tenant;

create function tally_anew() returns void language sql set search_path = public as $$
  truncate tally, tally_change, tally_total;
  insert into tally (merchant_id, name, store_id, return_store_id, n)
  select merchant_id, 'order ' || order_kind || ' ' || status, store_id, return_store_id, count(*)
    from "order" where status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted} group by 1, 2, 3, 4
  union all
  select o.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
    from ledger_txn t
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) group by 1, 2, 3, 4
  union all
  select merchant_id, 'vehicle', home_store_id, current_store_id, count(*) from vehicle where lifecycle = {lifecycle.inService} group by 1, 3, 4
  union all
  select v.merchant_id, 'rented', v.home_store_id, v.current_store_id, count(*)
    from occupancy o join vehicle v on v.merchant_id = o.merchant_id and v.id = o.vehicle_id
   where o.on_rent and o.active and v.lifecycle = {lifecycle.inService} group by 1, 3, 4
  order by 1, 2, 3, 4;
  insert into tally_total (merchant_id, name, n) select merchant_id, name, sum(n) from tally group by 1, 2 order by 1, 2;
$$;
revoke all on function tally_anew() from public;

-- What is due, across merchants: ids only, in their order and after the last one seen. The job then works on each row
-- inside a transaction of its merchant, under the row's lock, and asks the rules again, so a second run or a second
-- process finds nothing to do. Where a merchant's own settings decide, this is only the widest they can be.
create function timer_due_of_orders(timer text, now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable set search_path = public as $$
begin
  case timer
    when 'draft' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.notSubmitted} and o.created_at <= now_at - interval '24 hours' and o.id > after_id order by o.id limit most;
    when 'payTimeout' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.submitted} and o.pay_deadline <= now_at and o.id > after_id order by o.id limit most;
    when 'unaccepted' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.confirming} and (o.pickup_at <= now_at or (o.source <> {source.offline} and o.confirm_deadline <= now_at))
         and o.id > after_id order by o.id limit most;
    when 'confirmAlarm' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.confirming} and (o.confirm_deadline <= now_at
           or (o.source <> {source.offline} and o.created_at + (o.confirm_deadline - o.created_at) / 2 <= now_at))
         and o.id > after_id order by o.id limit most;
    when 'autoArrange' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.confirmed} and o.pickup_at <= now_at + interval '24 hours' and o.id > after_id order by o.id limit most;
    when 'noShow' then return query
      select o.merchant_id, o.id from "order" o
       where o.status in ({orderStatus.confirmed}, {orderStatus.arranged}) and o.pickup_at <= now_at and o.id > after_id order by o.id limit most;
    when 'overdueRoll' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.pickedUp} and o.return_at <= now_at and o.id > after_id order by o.id limit most;
    -- A reminder of the night goes out at 21:30, for a pickup or return at 9:59 twelve and a half hours ahead.
    when 'reminder' then return query
      select o.merchant_id, o.id from "order" o
       where ((o.status in ({orderStatus.confirmed}, {orderStatus.arranged}) and o.pickup_at > now_at and o.pickup_at <= now_at + interval '13 hours')
           or (o.status = {orderStatus.pickedUp} and o.return_at > now_at and o.return_at <= now_at + interval '13 hours'))
         and o.id > after_id order by o.id limit most;
    when 'violationRelease' then return query
      select d.merchant_id, d.order_id from deposit d
       where d.kind = {depositKind.violation} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and d.due_release_at <= now_at
         and not exists (select from task k where k.merchant_id = d.merchant_id and k.kind = 'violationRelease'
           and k.ref_id = d.id and k.done_at is null)
         and d.order_id > after_id order by d.order_id limit most;
    when 'monthEnd' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = {orderStatus.pickedUp} and o.actual_pickup_at < now_at and o.id > after_id order by o.id limit most;
    else raise exception 'unknown timer %', timer;
  end case;
end $$;
alter function timer_due_of_orders(text,timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_of_orders(text,timestamptz,bigint,int) from public;

create function timer_due(timer text, now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable security definer set search_path = public as $$
declare own text := 'timer_due_' || lower(timer);
begin
  if to_regprocedure(own || '(timestamptz, bigint, int)') is null then
    return query select * from timer_due_of_orders(timer, now_at, after_id, most);
  else
    return query execute format('select * from %I($1, $2, $3)', own) using now_at, after_id, most;
  end if;
end $$;
alter function timer_due(text,timestamptz,bigint,int) owner to definer;
revoke all on function timer_due(text,timestamptz,bigint,int) from public;
grant execute on function timer_due(text,timestamptz,bigint,int) to gate;

create function timer_due_pricepublish(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from price_plan p
   where p.status = {planStatus.waiting} and p.publish_at <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_pricepublish(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_pricepublish(timestamptz,bigint,int) from public;

-- A hold that cannot be let go in parts stays whole while a debt keeps a part of it: nothing is due then.
create function timer_due_rentalrelease(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select d.merchant_id, d.order_id from deposit d
    join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
   where d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and d.withdrawn_at is null and o.status = {orderStatus.returned}
     and d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen > greatest(o.owed_fen, 0)
     and not (o.owed_fen > 0 and exists (select from deposit_hold h
       where h.merchant_id = d.merchant_id and h.deposit_id = d.id and h.status = {authHoldStatus.held} and h.pay_way <> {payWay.alipay}))
     and d.order_id > after_id order by d.order_id limit most
$$;
alter function timer_due_rentalrelease(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_rentalrelease(timestamptz,bigint,int) from public;

create function timer_due_tallies(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.merchant_id from tally_change c where c.merchant_id > after_id
   group by 1 having count(*) >= 100 order by 1 limit most
$$;
alter function timer_due_tallies(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_tallies(timestamptz,bigint,int) from public;

create function timer_due_payquery(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from payment p where p.ask_at <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_payquery(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_payquery(timestamptz,bigint,int) from public;

create function timer_due_moneyout(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from payment p
   where p.direction = 'out' and p.pay_mode = {payMode.onlineOut} and p.status in ({paymentStatus.waiting}, {paymentStatus.failed}) and p.fail_count < 5
     and p.release_after <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_moneyout(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_moneyout(timestamptz,bigint,int) from public;

-- 72 hours after it was sent.
create function timer_due_agreementexpiry(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select a.merchant_id, a.id from agreement a
   where a.status = {agreementStatus.waiting} and a.expire_at <= now_at and a.id > after_id order by a.id limit most
$$;
alter function timer_due_agreementexpiry(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_agreementexpiry(timestamptz,bigint,int) from public;

create function timer_due_authexpiry(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select h.merchant_id, h.id from deposit_hold h
   where h.status = {authHoldStatus.held} and h.expire_at <= now_at + interval '3 days' and h.id > after_id order by h.id limit most
$$;
alter function timer_due_authexpiry(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_authexpiry(timestamptz,bigint,int) from public;

-- Overdue for a day or more, or with an authorisation of a deposit that ends within three.
create function timer_due_lateproposal(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = {orderStatus.pickedUp} and o.return_at < now_at and o.id > after_id
     and (o.return_at <= now_at - interval '1 day' or exists (select from deposit_hold h
       where h.merchant_id = o.merchant_id and h.order_id = o.id and h.status = {authHoldStatus.held} and h.expire_at <= now_at + interval '3 days'))
   order by o.id limit most
$$;
alter function timer_due_lateproposal(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_lateproposal(timestamptz,bigint,int) from public;

create function timer_due_paycertificates(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.id from pay_channel c
   where c.certificates_ask_at <= now_at and c.id > after_id order by c.id limit most
$$;
alter function timer_due_paycertificates(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_paycertificates(timestamptz,bigint,int) from public;

-- Those whose time has come, and those that a pickup or return within half an hour counts on; the longest waiting first, and
-- fewer than a batch, so that one run asks no more than these.
create function timer_due_holdquery(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select due.merchant_id, due.id from (
    (select h.merchant_id, h.id, h.ask_at from deposit_hold h
      where h.status = {authHoldStatus.held} and h.ask_at <= now_at order by h.ask_at limit 20)
    union
    (select h.merchant_id, h.id, h.ask_at
      from (select o.merchant_id, o.id from "order" o
          where o.status in ({orderStatus.confirmed}, {orderStatus.arranged}) and o.pickup_at > now_at and o.pickup_at <= now_at + interval '30 minutes'
        union all
        select o.merchant_id, o.id from "order" o
          where o.status = {orderStatus.pickedUp} and o.return_at > now_at and o.return_at <= now_at + interval '30 minutes') soon
        join deposit_hold h on h.merchant_id = soon.merchant_id and h.order_id = soon.id
      where h.status = {authHoldStatus.held} and h.ask_at > now_at + interval '15 minutes'
        and coalesce(h.asked_at, h.created_at) < now_at - interval '1 hour' limit 20)) due
   where due.id > after_id order by due.ask_at limit least(most, 20)
$$;
alter function timer_due_holdquery(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_holdquery(timestamptz,bigint,int) from public;

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

select grant_as_tenant();
