-- A ticket to one stream of live events: a browser opens it by an address, which may not carry the token.
create table stream_ticket (
  hash bytea primary key,
  session_id bigint not null references login_session (id),
  expire_at timestamptz not null,
  used_at timestamptz
);
comment on table stream_ticket is 'Single use, 60 s. Outside policy: read by role gate only';
alter table stream_ticket owner to app_owner;
grant select, insert, update on stream_ticket to gate;
grant select, delete on stream_ticket to definer;

-- What live sessions may see now, many at once: the clients of a node look again together when rights change. A session
-- that has ended, or whose account is disabled, brings no row.
create function session_rights(sessions bigint[], now_at timestamptz)
  returns table (session_id bigint, merchant_id bigint, account_id bigint, operator boolean, store_scope smallint,
    store_ids bigint[], menu_ids int[])
  language sql stable security definer set search_path = public as $$
  select s.id, s.merchant_id, coalesce(a.id, 0), u.operator, coalesce(a.store_scope, 0), coalesce(a.store_ids, '{}'),
    array(select distinct unnest(r.menu_ids) from role r
      where r.merchant_id = s.merchant_id and r.id = any (a.role_ids) and r.deleted_at is null)
  from login_session s
    join app_user u on u.id = s.user_id and u.status = 1
    left join account a on a.merchant_id = s.merchant_id and a.id = s.account_id and a.status = 1 and a.deleted_at is null
  where s.id = any (sessions) and s.revoked_at is null and s.merchant_id <> -1
    and s.idle_expire_at > now_at and s.absolute_expire_at > now_at
    and (a.id is not null or s.account_id is null and u.operator);
$$;
grant select on app_user to definer;

-- The newest events of a merchant, for a client whose first answers are older than its stream.
create function events_since(merchant bigint, since timestamptz, most int)
  returns table (xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[], account_ids bigint[])
  language sql stable security definer set search_path = public as $$
  select e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids from event e
   where e.merchant_id = merchant and e.at >= since and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;

create function purge_stream_tickets(now_at timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from stream_ticket where expire_at < now_at - interval '1 hour' $$;

do $$
declare name text;
begin
  foreach name in array array['session_rights(bigint[], timestamptz)', 'events_since(bigint, timestamptz, int)',
    'purge_stream_tickets(timestamptz)']
  loop
    execute format('alter function %s owner to definer', name);
    execute format('revoke all on function %s from public', name);
    execute format('grant execute on function %s to gate', name);
  end loop;
end $$;
