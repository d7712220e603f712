-- What running clients are told of. A row per change, written in the transaction that made it; it says where to look,
-- never what is there. Rows of orders, pools, to-dos and rights are written by triggers: no code can forget them, timers
-- included, and they cost no statement of their own.
create table event (
  merchant_id bigint not null default merchant(),
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null default nextval('row_id'),
  type text not null,
  -- What it is about: told once per transaction, however often it changed.
  ref text not null,
  data jsonb not null,
  keys text[],
  store_ids bigint[],
  account_ids bigint[],
  at timestamptz not null default app_now(),
  primary key (merchant_id, xid, type, ref)
);
comment on table event is 'Live events, kept 1 h. keys, store_ids, account_ids: whose eyes it must fit (domain stream/events.ts); null keys: those of its type';
-- Nobody may read on while a transaction that began earlier is under way: readers go by xid up to the horizon.
create index event_order on event (xid, id);
select tenant_table('event');
grant insert, update, delete on event to definer;
grant usage on sequence row_id to definer;
grant select on driver_task, account to definer;

-- Epoch ms, as instants travel.
create function epoch_ms(t timestamptz) returns bigint language sql immutable parallel safe as
  $$ select floor(extract(epoch from t) * 1000)::bigint $$;

create function tell_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids, account_ids)
  values (new.merchant_id, 'order.changed', new.id,
    jsonb_build_object('orderId', new.id::text, 'orderKind', new.order_kind, 'status', new.status, 'version', new.version,
      'was', case when tg_op = 'UPDATE' then old.status end),
    array[new.store_id, new.return_store_id],
    array_append(array(select t.account_id from driver_task t
      where t.merchant_id = new.merchant_id and t.order_id = new.id and t.status < 3), new.created_by))
  on conflict (merchant_id, xid, type, ref) do update
    set data = excluded.data || jsonb_build_object('was', event.data -> 'was'), store_ids = excluded.store_ids,
      account_ids = excluded.account_ids;
  return null;
end $$;
create trigger told after insert or update on "order" for each row execute function tell_of_order();

create function tell_of_pool(merchant bigint, store bigint, model bigint, from_at timestamptz, to_at timestamptz)
returns void language sql security definer set search_path = public as $$
  insert into event (merchant_id, type, ref, data, store_ids)
  values (merchant, 'stock.changed', store || '/' || model,
    jsonb_build_object('storeId', store::text, 'modelId', model::text, 'from', epoch_ms(from_at), 'to', epoch_ms(to_at)),
    array[store])
  on conflict (merchant_id, xid, type, ref) do update
    set data = excluded.data || jsonb_build_object(
      'from', least((event.data ->> 'from')::bigint, (excluded.data ->> 'from')::bigint),
      'to', case when event.data ->> 'to' is not null and excluded.data ->> 'to' is not null
        then greatest((event.data ->> 'to')::bigint, (excluded.data ->> 'to')::bigint) end);
$$;

-- A statement at a time: a re-pack moves many orders of one pool.
create function tell_of_occupancy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_pool(n.merchant_id, n.store_id, n.model_id, min(n.from_at), max(n.to_at))
      from news n where n.active group by n.merchant_id, n.store_id, n.model_id;
  else
    perform tell_of_pool(c.merchant_id, c.store_id, c.model_id, min(c.from_at), max(c.to_at))
      from (select * from olds where active union all select * from news where active) c
      group by c.merchant_id, c.store_id, c.model_id;
  end if;
  return null;
end $$;
create trigger told_new after insert on occupancy referencing new table as news
  for each statement execute function tell_of_occupancy();
create trigger told after update on occupancy referencing old table as olds new table as news
  for each statement execute function tell_of_occupancy();

create function tell_of_stop() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.store_id, new.model_id, new.from_at, new.to_at);
  return null;
end $$;
create trigger told after insert or update on stop_sale for each row execute function tell_of_stop();

create function tell_of_move() returns trigger language plpgsql security definer set search_path = public as $$
declare one pool_delta := case when tg_op = 'DELETE' then old else new end;
begin
  perform tell_of_pool(one.merchant_id, one.store_id, one.model_id, one.at, null);
  return null;
end $$;
create trigger told after insert or update or delete on pool_delta for each row execute function tell_of_move();

create function tell_of_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.home_store_id, new.model_id, app_now(), null);
  if (old.home_store_id, old.model_id) <> (new.home_store_id, new.model_id) then
    perform tell_of_pool(old.merchant_id, old.home_store_id, old.model_id, app_now(), null);
  end if;
  return null;
end $$;
create trigger told after update of home_store_id, model_id, lifecycle on vehicle for each row
  when ((old.home_store_id, old.model_id, old.lifecycle) is distinct from (new.home_store_id, new.model_id, new.lifecycle))
  execute function tell_of_vehicle();

-- What waits for a person and is no move of its order: the counters that it may change stand in the trigger's arguments.
create function tell_of_todo() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
  select new.merchant_id, 'todo.changed', tg_table_name || '/' || coalesce(new.order_id, 0), jsonb_build_object('codes', to_jsonb(tg_argv)),
    (select array[o.store_id, o.return_store_id] from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id)
  on conflict do nothing;
  return null;
end $$;
create trigger told after insert or update on task for each row execute function tell_of_todo('conflict', 'refund', 'violationDeposit');
create trigger told after insert or update of hold_status, pay_status, held_fen on deposit for each row
  execute function tell_of_todo('rentalDeposit', 'violationDeposit');
create trigger told after update of status, fail_count on payment for each row when (new.direction = 'out')
  execute function tell_of_todo('refund');
grant select on "order" to definer;

-- Whom a change of rights concerns: they look at themselves anew at once.
create function tell_of_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  values (new.merchant_id, 'auth.changed', 'account/' || new.id, jsonb_build_object('reason', case
      when old.role_ids <> new.role_ids then 'role'
      when (old.store_scope, old.store_ids) is distinct from (new.store_scope, new.store_ids) then 'scope'
      else 'status' end), array[new.id])
  on conflict do nothing;
  return null;
end $$;
create trigger told after update of role_ids, store_scope, store_ids, status, deleted_at, name on account for each row
  when ((old.role_ids, old.store_scope, old.store_ids, old.status, old.deleted_at, old.name)
    is distinct from (new.role_ids, new.store_scope, new.store_ids, new.status, new.deleted_at, new.name))
  execute function tell_of_account();

create function tell_of_role() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  select new.merchant_id, 'auth.changed', 'role/' || new.id, '{"reason": "role"}', array_agg(a.id)
    from account a where a.merchant_id = new.merchant_id and new.id = any (a.role_ids) having count(*) > 0
  on conflict do nothing;
  return null;
end $$;
create trigger told after update of menu_ids, deleted_at, name on role for each row
  when ((old.menu_ids, old.deleted_at, old.name) is distinct from (new.menu_ids, new.deleted_at, new.name))
  execute function tell_of_role();

-- A session that ends takes its streams along; its account's other sessions need only look again.
create function tell_of_session() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  values (new.merchant_id, 'auth.changed', 'session/' || new.id,
    jsonb_build_object('reason', 'session', 'sessionId', new.id::text), array[coalesce(new.account_id, 0)])
  on conflict do nothing;
  return null;
end $$;
create trigger told after update of revoked_at on login_session for each row
  when (new.merchant_id <> -1 and old.revoked_at is null and new.revoked_at is not null) execute function tell_of_session();

create function tell_of_merchant() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  select new.id, 'auth.changed', 'merchant/' || new.id, '{"reason": "merchant"}', array_agg(a.id)
    from account a where a.merchant_id = new.id having count(*) > 0
  on conflict do nothing;
  return null;
end $$;
create trigger told after update of status, name on merchant for each row
  when ((old.status, old.name) is distinct from (new.status, new.name)) execute function tell_of_merchant();

do $$
declare name text;
begin
  foreach name in array array['order()', 'pool(bigint, bigint, bigint, timestamptz, timestamptz)', 'occupancy()', 'stop()', 'move()',
    'vehicle()', 'todo()', 'account()', 'role()', 'session()', 'merchant()']
  loop
    execute format('alter function tell_of_%s owner to definer', name);
    execute format('revoke all on function tell_of_%s from public', name);
  end loop;
end $$;

-- What came after a reader's place, of every merchant, in the one order that everybody sees. Up to the horizon: below it
-- every transaction has ended, so nothing can appear behind the place that is handed out. A full page ends at its last row.
create function events_after(after_xid xid8, after_id bigint, most int)
  returns table (merchant_id bigint, xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[],
    account_ids bigint[], at timestamptz) language sql stable security definer set search_path = public as $$
  select e.merchant_id, e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids, e.at from event e
   where (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
-- The same of one merchant, for a client that comes back.
create function events_of(merchant bigint, after_xid xid8, after_id bigint, most int)
  returns table (xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[], account_ids bigint[])
  language sql stable security definer set search_path = public as $$
  select e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids from event e
   where e.merchant_id = merchant and (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
-- When the first event after a place was, of any merchant; null when there is none. The newest of those that were thrown
-- away is kept, so that a place before it is known to be too old.
create function first_event_after(after_xid xid8, after_id bigint) returns timestamptz
  language sql stable security definer set search_path = public as $$
  select e.at from event e where (e.xid, e.id) > (after_xid, after_id) order by e.xid, e.id limit 1;
$$;
create function purge_events(before timestamptz) returns void language sql security definer set search_path = public as $$
  with newest as (select xid, id from event where at < before order by xid desc, id desc limit 1)
  delete from event e using newest n where e.at < before and (e.xid, e.id) < (n.xid, n.id);
$$;
do $$
declare name text;
begin
  foreach name in array array['events_after(xid8, bigint, int)', 'events_of(bigint, xid8, bigint, int)',
    'first_event_after(xid8, bigint)', 'purge_events(timestamptz)']
  loop
    execute format('alter function %s owner to definer', name);
    execute format('revoke all on function %s from public', name);
    execute format('grant execute on function %s to gate', name);
  end loop;
end $$;
