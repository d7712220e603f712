-- What waits for a person and what is told: to-dos, approvals, notices, messages, live events.

-- What waits for a person and is no state of an order: 排车冲突, 退款异常, 待退押金 …
create table task (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  ref_id bigint not null,
  order_id bigint,
  store_id bigint,
  detail jsonb not null default '{}',
  done_at timestamptz,
  done_by bigint,
  created_at timestamptz not null default app_now(),
  -- Who does what waits for a person, and until when; nobody named: whoever may.
  assignee_id bigint,
  due_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, assignee_id) references account (merchant_id, id)
);
comment on column task.assignee_id is 'in whose to-dos alone it stands; null: in those of all who may do it';
create unique index task_open on task (merchant_id, kind, ref_id) where done_at is null;
create index task_order on task (merchant_id, order_id) where done_at is null;
select tenant_table('task');

-- Deeds that one person alone may not do: asked for by a call that was refused, decided by another who holds its key, then
-- done once by repeating the call with the same input.
create table approval (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  call text not null,
  -- Any one of them decides.
  keys text[] not null,
  store_ids bigint[],
  input_hash bytea not null,
  summary text not null check (length(summary) <= 200),
  requester_id bigint not null default actor(),
  decider_id bigint,
  note text not null default '',
  state smallint not null default 0 check (state in (0, 1, 2)),
  -- Nobody else could decide when it was asked for: from then on a code sent to the requester takes the place of a decision.
  ready_at timestamptz,
  expire_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  -- The menu rows of `keys`, any one of which decides.
  menu_ids int[] not null default '{}',
  -- Whose affair a deed is does not count as its second person, whoever asks for it.
  barred_ids bigint[] not null default '{}',
  primary key (merchant_id, id),
  check (decider_id is distinct from requester_id)
);
comment on table approval is 'state 0 待复核 1 已通过 2 已拒绝; past expire_at it is 3 已过期, which nobody writes';
comment on column approval.barred_ids is 'accounts that do not decide it besides the requester: whose shift is short';
create index approval_open on approval (merchant_id, requester_id, call, id) where used_at is null;
select tenant_table('approval');

create table notification (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  type smallint not null,
  level smallint not null default 1 check (level between 1 and 3),
  title text not null check (length(title) between 1 and 40),
  body text not null default '' check (length(body) <= 200),
  link text not null default '',
  -- What it is about: the same within ten minutes is told once.
  ref text not null,
  read_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
comment on table notification is 'Notices to staff, kept 1 year. One of a type that its reader switched off is born read';
create index notification_account on notification (merchant_id, account_id, id);
create index notification_unread on notification (merchant_id, account_id, created_at) where read_at is null;
create index notification_age on notification (created_at);
select tenant_table('notification');
grant delete on notification to definer;

-- What an account switched off, by the names of domain notify/notice.ts.
create table notify_switch (
  merchant_id bigint not null default merchant(),
  account_id bigint not null,
  muted text[] not null default '{}',
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
select tenant_table('notify_switch');

create function purge_notices(before timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from notification where created_at < before $$;
alter function purge_notices(timestamptz) owner to definer;
revoke all on function purge_notices(timestamptz) from public;
grant execute on function purge_notices(timestamptz) to gate;

create table outbox (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  order_id bigint,
  dedupe text not null,
  mobile_enc bytea,
  mobile_mask text not null default '',
  body text not null,
  state smallint not null default 0 check (state between 0 and 3),
  due_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  -- Text messages that are due, across merchants, to customers as to staff: ids only; each is then sent in the name of its
  -- merchant. `tries` says when the next one is worth it.
  tries smallint not null default 0,
  body_enc bytea,
  primary key (merchant_id, id)
);
comment on table outbox is 'Text messages to customers (kind: what of) and staff (kind staff). state: domain channel/codes.ts deliveryStates';
comment on column outbox.body is 'Empty since the text is sealed in body_enc; of rows written before, the text';
create unique index outbox_once on outbox (merchant_id, kind, dedupe);
create index outbox_order on outbox (merchant_id, order_id);
create index outbox_due on outbox (due_at) where state < {deliveryState.delivered};
select tenant_table('outbox');
grant update (mobile_enc, body, body_enc) on outbox to definer;

create function texts_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.id from outbox o where o.state < {deliveryState.delivered} and o.due_at <= now_at order by o.due_at limit most;
$$;
alter function texts_due(timestamptz,int) owner to definer;
revoke all on function texts_due(timestamptz,int) from public;
grant execute on function texts_due(timestamptz,int) to gate;

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

create function tell_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids, account_ids)
  values (new.merchant_id, 'order.changed', new.id,
    jsonb_build_object('orderId', new.id::text, 'orderKind', new.order_kind, 'status', new.status, 'version', new.version,
      'was', case when tg_op = 'UPDATE' then old.status end),
    array[new.store_id, new.return_store_id],
    array_append(array(select t.account_id from driver_task t
      where t.merchant_id = new.merchant_id and t.order_id = new.id and t.status < {driverTaskStatus.cancelled}), new.created_by))
  on conflict (merchant_id, xid, type, ref) do update
    set data = excluded.data || jsonb_build_object('was', event.data -> 'was'), store_ids = excluded.store_ids,
      account_ids = excluded.account_ids;
  return null;
end $$;
alter function tell_of_order() owner to definer;
revoke all on function tell_of_order() from public;
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
alter function tell_of_pool(bigint,bigint,bigint,timestamptz,timestamptz) owner to definer;
revoke all on function tell_of_pool(bigint,bigint,bigint,timestamptz,timestamptz) from public;

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
alter function tell_of_occupancy() owner to definer;
revoke all on function tell_of_occupancy() from public;
create trigger told_new after insert on occupancy referencing new table as news
  for each statement execute function tell_of_occupancy();
create trigger told after update on occupancy referencing old table as olds new table as news
  for each statement execute function tell_of_occupancy();

create function tell_of_stop() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.store_id, new.model_id, new.from_at, new.to_at);
  return null;
end $$;
alter function tell_of_stop() owner to definer;
revoke all on function tell_of_stop() from public;
create trigger told after insert or update on stop_sale for each row execute function tell_of_stop();

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

create function tell_of_move() returns trigger language plpgsql security definer set search_path = public as $$
declare one pool_delta := case when tg_op = 'DELETE' then old else new end;
begin
  perform tell_of_pool(one.merchant_id, one.store_id, one.model_id, one.at, null);
  return null;
end $$;
alter function tell_of_move() owner to definer;
revoke all on function tell_of_move() from public;
create trigger told after insert or update or delete on pool_delta for each row execute function tell_of_move();

create function tell_of_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.home_store_id, new.model_id, app_now(), null);
  if (old.home_store_id, old.model_id) <> (new.home_store_id, new.model_id) then
    perform tell_of_pool(old.merchant_id, old.home_store_id, old.model_id, app_now(), null);
  end if;
  return null;
end $$;
alter function tell_of_vehicle() owner to definer;
revoke all on function tell_of_vehicle() from public;
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
alter function tell_of_todo() owner to definer;
revoke all on function tell_of_todo() from public;
create trigger told after insert or update on task for each row execute function tell_of_todo('conflict', 'refund', 'violationDeposit');
create trigger told after update of status, fail_count on payment for each row when (new.direction = 'out')
  execute function tell_of_todo('refund');
create trigger told_check after update of status, asked, wrong_fen, checked_at on payment for each row
  when (((old.status in ({paymentStatus.waiting}, {paymentStatus.processing}) and old.asked > 6) or (old.wrong_fen is not null and old.checked_at is null))
    is distinct from ((new.status in ({paymentStatus.waiting}, {paymentStatus.processing}) and new.asked > 6) or (new.wrong_fen is not null and new.checked_at is null)))
  execute function tell_of_todo('payCheck');
-- A reimbursement that waits for another person is counted on the home of those who may agree to it.
create trigger told_waiting after insert or update of status on reimbursement for each row execute function tell_of_todo('reimburse');
create trigger told after update of hold_status, pay_status, held_fen on deposit
  for each row execute function tell_of_todo('rentalDeposit', 'violationDeposit');

-- Deposits that are written together are told of together: a booking writes two, and each told the same page the same again.
create function tell_of_deposits() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
  select d.merchant_id, 'todo.changed', 'deposit/' || d.order_id, '{"codes": ["rentalDeposit", "violationDeposit"]}', array[o.store_id, o.return_store_id]
    from (select distinct merchant_id, order_id from news) d
      join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_deposits() owner to definer;
revoke all on function tell_of_deposits() from public;
create trigger told_new after insert on deposit referencing new table as news for each statement execute function tell_of_deposits();

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
alter function tell_of_account() owner to definer;
revoke all on function tell_of_account() from public;
create trigger told after update of role_ids, store_scope, store_ids, status, deleted_at, name on account for each row
  when ((old.role_ids, old.store_scope, old.store_ids, old.status, old.deleted_at, old.name)
    is distinct from (new.role_ids, new.store_scope, new.store_ids, new.status, new.deleted_at, new.name))
  execute function tell_of_account();

-- What an employee who is gone had still to do waits for another: the counter 待改派 reads differently.
create function tell_of_reassign() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data)
  select new.merchant_id, 'todo.changed', 'account/' || new.id, '{"codes": ["reassign"]}'
   where exists (select from driver_task t where t.merchant_id = new.merchant_id and t.account_id = new.id and t.status in ({driverTaskStatus.waiting}, {driverTaskStatus.running}))
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_reassign() owner to definer;
create trigger told_reassign after update of status, deleted_at on account for each row
  when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at)) execute function tell_of_reassign();

create function tell_of_role() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  select new.merchant_id, 'auth.changed', 'role/' || new.id, '{"reason": "role"}', array_agg(a.id)
    from account a where a.merchant_id = new.merchant_id and new.id = any (a.role_ids) having count(*) > 0
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_role() owner to definer;
revoke all on function tell_of_role() from public;
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
alter function tell_of_session() owner to definer;
revoke all on function tell_of_session() from public;
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
alter function tell_of_merchant() owner to definer;
revoke all on function tell_of_merchant() from public;
create trigger told after update of status, name on merchant for each row
  when ((old.status, old.name) is distinct from (new.status, new.name)) execute function tell_of_merchant();

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
    join app_user u on u.id = s.user_id and u.status = {userStatus.normal}
    left join account a on a.merchant_id = s.merchant_id and a.id = s.account_id and a.status = {accountStatus.enabled} and a.deleted_at is null
  where s.id = any (sessions) and s.revoked_at is null and s.merchant_id <> -1
    and s.idle_expire_at > now_at and s.absolute_expire_at > now_at
    and (a.id is not null or s.account_id is null and u.operator);
$$;
alter function session_rights(bigint[],timestamptz) owner to definer;
revoke all on function session_rights(bigint[],timestamptz) from public;
grant execute on function session_rights(bigint[],timestamptz) to gate;

-- What came after a reader's place, of every merchant, in the one order that everybody sees. Up to the horizon: below it
-- every transaction has ended, so nothing can appear behind the place that is handed out. A full page ends at its last row.
create function events_after(after_xid xid8, after_id bigint, most int)
  returns table (merchant_id bigint, xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[],
    account_ids bigint[], at timestamptz) language sql stable security definer set search_path = public as $$
  select e.merchant_id, e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids, e.at from event e
   where (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
alter function events_after(xid8,bigint,int) owner to definer;
revoke all on function events_after(xid8,bigint,int) from public;
grant execute on function events_after(xid8,bigint,int) to gate;

-- The same of one merchant, for a client that comes back.
create function events_of(merchant bigint, after_xid xid8, after_id bigint, most int)
  returns table (xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[], account_ids bigint[])
  language sql stable security definer set search_path = public as $$
  select e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids from event e
   where e.merchant_id = merchant and (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
alter function events_of(bigint,xid8,bigint,int) owner to definer;
revoke all on function events_of(bigint,xid8,bigint,int) from public;
grant execute on function events_of(bigint,xid8,bigint,int) to gate;

-- The newest events of a merchant, for a client whose first answers are older than its stream.
create function events_since(merchant bigint, since timestamptz, most int)
  returns table (xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[], account_ids bigint[])
  language sql stable security definer set search_path = public as $$
  select e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids from event e
   where e.merchant_id = merchant and e.at >= since and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
alter function events_since(bigint,timestamptz,int) owner to definer;
revoke all on function events_since(bigint,timestamptz,int) from public;
grant execute on function events_since(bigint,timestamptz,int) to gate;

-- When the first event after a place was, of any merchant; null when there is none. The newest of those that were thrown
-- away is kept, so that a place before it is known to be too old.
create function first_event_after(after_xid xid8, after_id bigint) returns timestamptz
  language sql stable security definer set search_path = public as $$
  select e.at from event e where (e.xid, e.id) > (after_xid, after_id) order by e.xid, e.id limit 1;
$$;
alter function first_event_after(xid8,bigint) owner to definer;
revoke all on function first_event_after(xid8,bigint) from public;
grant execute on function first_event_after(xid8,bigint) to gate;

create function purge_events(before timestamptz) returns void language sql security definer set search_path = public as $$
  with newest as (select xid, id from event where at < before order by xid desc, id desc limit 1)
  delete from event e using newest n where e.at < before and (e.xid, e.id) < (n.xid, n.id);
$$;
alter function purge_events(timestamptz) owner to definer;
revoke all on function purge_events(timestamptz) from public;
grant execute on function purge_events(timestamptz) to gate;

create function purge_stream_tickets(now_at timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from stream_ticket where expire_at < now_at - interval '1 hour' $$;
alter function purge_stream_tickets(timestamptz) owner to definer;
revoke all on function purge_stream_tickets(timestamptz) from public;
grant execute on function purge_stream_tickets(timestamptz) to gate;

select grant_as_tenant();
