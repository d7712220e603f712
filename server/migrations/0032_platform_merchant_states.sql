-- What is due is asked over all merchants, and what a cluster does not serve is not due here. The rows of a merchant that moved stay until they
-- are dropped: each of these functions gives so many at a time, and those rows, which nobody works on, were given again and again.
create or replace function texts_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.id from outbox o
   where o.state < {deliveryState.delivered} and o.due_at <= now_at and o.merchant_id not in (select p.merchant_id from merchant_place p)
   order by o.due_at limit most;
$$;

create or replace function rings_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select n.merchant_id, n.id from notification n
   where n.ring_at <= now_at and n.merchant_id not in (select p.merchant_id from merchant_place p)
   order by n.ring_at limit most;
$$;

create or replace function audit_unchained() returns table (merchant_id bigint)
  language sql stable security definer set search_path = public as $$
  select m.id from merchant m
    left join lateral (select c.xid, c.audit_id from audit_chain c where c.merchant_id = m.id order by c.seq desc limit 1) head on true
    cross join lateral (select from audit a where a.merchant_id = m.id
     and (a.xid, a.id) > (coalesce(head.xid, '0'), coalesce(head.audit_id, 0)) and a.xid < pg_snapshot_xmin(pg_current_snapshot())
     order by a.xid, a.id limit 1) next
   where m.id not in (select p.merchant_id from merchant_place p)
   order by m.id;
$$;

create or replace function alarms_untold() returns setof bigint language sql stable security definer set search_path = public as $$
  select distinct a.merchant_id from alarm a
   where a.told_at is null and a.merchant_id not in (select p.merchant_id from merchant_place p)
$$;

create or replace function channels_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select e.merchant_id, e.source from channel_event e
   where e.seq is null and e.merchant_id not in (select p.merchant_id from merchant_place p)
  union
  select w.merchant_id, w.source from channel_webhook w
   where w.enabled and (w.held_until <= now_at or w.held_until > now_at + interval '10 minutes')
     and w.merchant_id not in (select p.merchant_id from merchant_place p)
     and (exists (select from channel_event e
          where e.merchant_id = w.merchant_id and e.source = w.source and e.state < {deliveryState.delivered}
            and (e.due_at <= now_at or e.due_at > now_at + interval '9 hours' or w.failures >= 20))
        or exists (select from channel_dirty d where d.merchant_id = w.merchant_id and d.source = w.source
            and (d.due_at <= now_at or d.due_at > now_at + interval '9 hours')))
$$;

create or replace function merchants_pushing(follower_name text, event_types text[]) returns table (id bigint, stirred boolean)
  language sql stable security definer set search_path = public as $$
  select m.merchant_id, f.merchant_id is null or f.xid > pg_snapshot_xmin(pg_current_snapshot())
      or exists (select from event e where e.merchant_id = m.merchant_id and (e.xid, e.id) > (f.xid, f.event_id)
        and e.type = any (event_types) and e.xid < pg_snapshot_xmin(pg_current_snapshot()))
    from (select w.merchant_id from channel_webhook w where w.push_stock
          union select o.merchant_id from follower o where o.name = follower_name) m
      left join follower f on f.merchant_id = m.merchant_id and f.name = follower_name
   where m.merchant_id not in (select p.merchant_id from merchant_place p)
$$;

create or replace function open_tests_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.source from open_test_order o
   where o.next_at <= now_at and o.merchant_id not in (select p.merchant_id from merchant_place p)
  union
  select e.merchant_id, e.source from open_test_event e
   where e.due_at <= now_at and e.merchant_id not in (select p.merchant_id from merchant_place p)
$$;

create or replace function site_hosts() returns table (merchant_id bigint, host text, token text)
  language sql stable security definer set search_path = public as $$
  select h.merchant_id, h.host, h.token from site_host h
   where h.proved_at is not null and h.merchant_id not in (select p.merchant_id from merchant_place p) order by h.merchant_id
$$;

-- Merchants that are served here, in these states (packages/domain/src/platform/merchant/goes-on.ts): personal data of a closed one is deleted
-- when its term is over, too. Programs of the release before ask for those in which people work.
create function every_merchant(states smallint[]) returns table (id bigint) language sql stable security definer set search_path = public as
  $$ select m.id from merchant m where m.status = any (states)
       and m.id not in (select p.merchant_id from merchant_place p) order by m.id $$;
alter function every_merchant(smallint[]) owner to definer;
revoke all on function every_merchant(smallint[]) from public;
grant execute on function every_merchant(smallint[]) to gate, cheyi_jobs;

create function merchants_to_follow(follower_name text, event_types text[], now_at timestamptz, states smallint[]) returns table (id bigint)
  language sql security definer set search_path = public as $$
  with quiet as (
    select f.merchant_id from follower f
     where f.name = follower_name and f.due_at > now_at
       -- A place ahead of the horizon is of another life of the database.
       and f.xid <= pg_snapshot_xmin(pg_current_snapshot())
       and not exists (select from event e
         where e.merchant_id = f.merchant_id and (e.xid, e.id) > (f.xid, f.event_id) and e.type = any (event_types)
           and e.xid < pg_snapshot_xmin(pg_current_snapshot()))
       for update skip locked),
  moved as (
    update follower f set xid = pg_snapshot_xmin(pg_current_snapshot()), event_id = 0, reached_at = now_at
      from quiet q where f.merchant_id = q.merchant_id and f.name = follower_name
      returning f.merchant_id)
  select m.id from every_merchant(states) m where m.id not in (select merchant_id from moved) order by m.id;
$$;
alter function merchants_to_follow(text, text[], timestamptz, smallint[]) owner to definer;
revoke all on function merchants_to_follow(text, text[], timestamptz, smallint[]) from public;
grant execute on function merchants_to_follow(text, text[], timestamptz, smallint[]) to gate, cheyi_jobs;

-- Who asked for their account to be cancelled works on until the day comes, and sees what happens meanwhile.
create or replace function session_rights(sessions bigint[], now_at timestamptz)
  returns table (session_id bigint, merchant_id bigint, account_id bigint, operator boolean, store_scope smallint,
    store_ids bigint[], menu_ids int[])
  language sql stable security definer set search_path = public as $$
  select s.id, s.merchant_id, coalesce(a.id, 0), u.operator, coalesce(a.store_scope, 0), coalesce(a.store_ids, '{}'),
    array(select distinct unnest(r.menu_ids) from role r
      where r.merchant_id = s.merchant_id and r.id = any (a.role_ids) and r.deleted_at is null)
  from login_session s
    join app_user u on u.id = s.user_id and u.status in ({userStatus.normal}, {userStatus.cancelling})
    left join account a on a.merchant_id = s.merchant_id and a.id = s.account_id and a.status = {accountStatus.enabled} and a.deleted_at is null
  where s.id = any (sessions) and s.revoked_at is null and s.merchant_id <> -1
    and s.idle_expire_at > now_at and s.absolute_expire_at > now_at
    and (a.id is not null or s.account_id is null and u.operator);
$$;
