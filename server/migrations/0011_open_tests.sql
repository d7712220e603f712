-- Test keys: a platform tries its program with orders of their own table, which move by a script and touch nothing of the merchant.

alter table channel_key add column test boolean not null default false;

create function open_key_of(asked text) returns table (merchant_id bigint, id bigint, source smallint, secret_enc bytea, old_secret_enc bytea,
    old_until timestamptz, scopes text[], ips text[], version int, merchant_status smallint, store_ids text[], test boolean)
  language sql stable security definer set search_path = public as $$
  select k.merchant_id, k.id, k.source, k.secret_enc, k.old_secret_enc, k.old_until, k.scopes, k.ips, k.version, m.status,
      array(select p.store_id::text from channel_mapping p
             where p.merchant_id = k.merchant_id and p.source = k.source and p.store_id is not null and p.their_code is not null),
      k.test
    from channel_key k join merchant m on m.id = k.merchant_id
   where k.app_key = asked and k.enabled and k.revoked_at is null
$$;
alter function open_key_of(text) owner to definer;
revoke all on function open_key_of(text) from public;
grant execute on function open_key_of(text) to gate;

-- A server of the release before would place real orders for a test key, so it does not find one.
create or replace function channel_key_of(asked text) returns table (merchant_id bigint, id bigint, source smallint, secret_enc bytea, old_secret_enc bytea,
    old_until timestamptz, scopes text[], ips text[], version int, merchant_status smallint, store_ids text[])
  language sql stable security definer set search_path = public as $$
  select k.merchant_id, k.id, k.source, k.secret_enc, k.old_secret_enc, k.old_until, k.scopes, k.ips, k.version, k.merchant_status, k.store_ids
    from open_key_of(asked) k where not k.test
$$;

create table open_test_order (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  channel_order_no text not null check (length(channel_order_no) between 1 and 64),
  input_hash bytea,
  -- Null: called off before it came, or its first request was answered that the search for a car is not finished.
  data jsonb,
  dropped_at timestamptz,
  -- When the next step of its script is due; null: none is.
  next_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table open_test_order is 'Orders of test keys, without personal data (domain sales/channel/test-life.ts)';
create unique index open_test_order_no on open_test_order (merchant_id, source, channel_order_no);
create index open_test_order_due on open_test_order (next_at) where next_at is not null;
create index open_test_order_age on open_test_order (created_at);
select tenant_table('open_test_order');
grant delete on open_test_order to definer;

create table open_test_event (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  order_id bigint not null,
  renewal_id bigint,
  was smallint,
  data jsonb not null,
  at timestamptz not null default app_now(),
  -- Rises by one for each event of the channel's test orders.
  seq bigint not null,
  tries smallint not null default 0,
  -- Null: delivered, given up, or there is no address.
  due_at timestamptz,
  primary key (merchant_id, id)
);
comment on table open_test_event is 'Messages to channels about their test orders';
create unique index open_test_event_seq on open_test_event (merchant_id, source, seq);
create index open_test_event_order on open_test_event (merchant_id, order_id, id);
create index open_test_event_due on open_test_event (due_at) where due_at is not null;
create index open_test_event_age on open_test_event (at);
select tenant_table('open_test_event');
grant delete on open_test_event to definer;

create policy scope on open_test_order as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'channel' then source = current_setting('app.channel')::smallint
    else false
  end);
create policy scope on open_test_event as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'channel' then source = current_setting('app.channel')::smallint
    else false
  end);

-- Channels, across merchants, whose test orders have a step or a message due.
create function open_tests_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.source from open_test_order o where o.next_at <= now_at
  union
  select e.merchant_id, e.source from open_test_event e where e.due_at <= now_at
$$;
alter function open_tests_due(timestamptz) owner to definer;
revoke all on function open_tests_due(timestamptz) from public;
grant execute on function open_tests_due(timestamptz) to gate;

-- The newest event of a channel stays, so that numbers do not begin again.
create function purge_open_tests(before timestamptz) returns void language sql security definer set search_path = public as $$
  delete from open_test_order where created_at < before;
  delete from open_test_event e where at < before
    and exists (select from open_test_event n where n.merchant_id = e.merchant_id and n.source = e.source and n.seq > e.seq);
$$;
alter function purge_open_tests(timestamptz) owner to definer;
revoke all on function purge_open_tests(timestamptz) from public;
grant execute on function purge_open_tests(timestamptz) to gate;
