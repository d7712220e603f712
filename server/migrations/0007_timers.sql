-- What is due, across merchants: ids only. The job then works on each row inside a transaction of its merchant, under the
-- row's lock, and asks the state machine again, so a second run or a second process finds nothing to do.
create function timer_due(timer text, now_at timestamptz, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable security definer set search_path = public as $$
begin
  case timer
    when 'draft' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 0 and o.created_at < now_at - interval '24 hours' order by o.id limit most;
    when 'payTimeout' then return query
      select o.merchant_id, o.id from "order" o where o.status = 1 and o.pay_deadline <= now_at order by o.pay_deadline limit most;
    when 'unaccepted' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 2 and (o.pickup_at <= now_at or (o.source <> 1 and o.confirm_deadline <= now_at)) order by o.id limit most;
    when 'confirmAlarm' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 2 and o.confirm_deadline <= now_at order by o.id limit most;
    -- Up to a day ahead: each merchant's own lock window is checked under the lock.
    when 'autoArrange' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 3 and o.pickup_at <= now_at + interval '24 hours' order by o.pickup_at limit most;
    when 'noShow' then return query
      select o.merchant_id, o.id from "order" o
       where o.status in (3, 4) and o.pickup_at < now_at order by o.pickup_at limit most;
    when 'overdueRoll' then return query
      select o.merchant_id, o.id from "order" o where o.status = 5 and o.return_at <= now_at order by o.return_at limit most;
    when 'reminder' then return query
      select o.merchant_id, o.id from "order" o
       where (o.status in (3, 4) and o.pickup_at between now_at and now_at + interval '14 hours')
          or (o.status = 5 and o.return_at between now_at and now_at + interval '14 hours') order by o.id limit most;
    when 'violationRelease' then return query
      select d.merchant_id, d.order_id from deposit d
       where d.kind = 2 and d.hold_status in (1, 2) and d.due_release_at <= now_at order by d.id limit most;
    when 'monthEnd' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 5 and o.order_kind = 1 and coalesce(o.actual_pickup_at, o.pickup_at) < now_at order by o.id limit most;
    else raise exception 'unknown timer %', timer;
  end case;
end $$;
alter function timer_due(text, timestamptz, int) owner to definer;
revoke all on function timer_due(text, timestamptz, int) from public;
grant execute on function timer_due(text, timestamptz, int) to gate;

-- Partial indexes on due times: these sets are small and every run asks for them.
create index order_due_pay on "order" (pay_deadline) where status = 1;
create index order_due_confirm on "order" (confirm_deadline) where status = 2;
create index order_due_pickup on "order" (pickup_at) where status in (3, 4);
create index order_due_return on "order" (return_at) where status = 5;
create index order_due_draft on "order" (created_at) where status = 0;
create index deposit_due_violation on deposit (due_release_at) where kind = 2 and hold_status in (1, 2);

-- Merchants, for nightly work that goes merchant by merchant.
create function every_merchant() returns table (id bigint) language sql stable security definer set search_path = public as
  $$ select m.id from merchant m where m.status in (1, 2) order by m.id $$;
alter function every_merchant() owner to definer;
revoke all on function every_merchant() from public;
grant execute on function every_merchant() to gate;
