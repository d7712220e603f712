-- What is due, across merchants: ids only, in their order and after the last one seen. The job then works on each row
-- inside a transaction of its merchant, under the row's lock, and asks the rules again, so a second run or a second
-- process finds nothing to do. Where a merchant's own settings decide, this is only the widest they can be.
create function timer_due(timer text, now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable security definer set search_path = public as $$
begin
  case timer
    when 'draft' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 0 and o.created_at <= now_at - interval '24 hours' and o.id > after_id order by o.id limit most;
    when 'payTimeout' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 1 and o.pay_deadline <= now_at and o.id > after_id order by o.id limit most;
    when 'unaccepted' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 2 and (o.pickup_at <= now_at or (o.source <> 1 and o.confirm_deadline <= now_at))
         and o.id > after_id order by o.id limit most;
    when 'confirmAlarm' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 2 and (o.confirm_deadline <= now_at
           or (o.source <> 1 and o.created_at + (o.confirm_deadline - o.created_at) / 2 <= now_at))
         and o.id > after_id order by o.id limit most;
    when 'autoArrange' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 3 and o.pickup_at <= now_at + interval '24 hours' and o.id > after_id order by o.id limit most;
    when 'noShow' then return query
      select o.merchant_id, o.id from "order" o
       where o.status in (3, 4) and o.pickup_at <= now_at and o.id > after_id order by o.id limit most;
    when 'overdueRoll' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 5 and o.return_at <= now_at and o.id > after_id order by o.id limit most;
    -- A reminder of the night goes out at 21:30, for a pickup or return at 9:59 twelve and a half hours ahead.
    when 'reminder' then return query
      select o.merchant_id, o.id from "order" o
       where ((o.status in (3, 4) and o.pickup_at > now_at and o.pickup_at <= now_at + interval '13 hours')
           or (o.status = 5 and o.return_at > now_at and o.return_at <= now_at + interval '13 hours'))
         and o.id > after_id order by o.id limit most;
    when 'violationRelease' then return query
      select d.merchant_id, d.order_id from deposit d
       where d.kind = 2 and d.hold_status in (1, 2) and d.due_release_at <= now_at
         and not exists (select from task k where k.merchant_id = d.merchant_id and k.kind = 'violationRelease'
           and k.ref_id = d.id and k.done_at is null)
         and d.order_id > after_id order by d.order_id limit most;
    when 'monthEnd' then return query
      select o.merchant_id, o.id from "order" o
       where o.status = 5 and o.actual_pickup_at < now_at and o.id > after_id order by o.id limit most;
    else raise exception 'unknown timer %', timer;
  end case;
end $$;
alter function timer_due(text, timestamptz, bigint, int) owner to definer;
revoke all on function timer_due(text, timestamptz, bigint, int) from public;
grant execute on function timer_due(text, timestamptz, bigint, int) to gate;

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

-- What has served its time: answers kept for repeats, sign-in attempts counted against an address, and quotes that
-- expired. A quote of a draft is what its form is opened with; one that an order has used is refused like an unknown one.
create function purge_aged(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from idempotency where created_at < now_at - interval '48 hours';
  delete from login_attempt where at < now_at - interval '24 hours';
  delete from quote q where q.created_at < now_at - interval '24 hours' and q.expires_at < now_at
    and not exists (select from "order" o where o.merchant_id = q.merchant_id and o.id = q.used_by_order_id and o.status = 0);
$$;
alter function purge_aged(timestamptz) owner to definer;
revoke all on function purge_aged(timestamptz) from public;
grant execute on function purge_aged(timestamptz) to gate;
grant delete on idempotency, quote to definer;
grant select, delete on login_attempt to definer;
