-- Platforms that sell for the merchant, their keys and their orders.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- What a merchant agrees on about each platform that sells for it, and which of its stores and models are open there.
create table merchant_channel (
  merchant_id bigint not null default merchant(),
  source smallint not null check (source > {source.offline}),
  status smallint not null default {channelStatus.notOpen}
    check (status between {channelStatus.notOpen} and {channelStatus.failing}),
  -- The merchant's number there, and whom to ask.
  vendor_code text not null default '',
  contact text not null default '',
  commission_bp int not null default 0 check (commission_bp between 0 and 5000),
  price_mode smallint not null default 1 check (price_mode between 1 and 4),
  price_value int not null default 0 check (price_value between 0 and 10000),
  round_to int not null default 100 check (round_to > 0),
  min_fen bigint not null default 0 check (min_fen >= 0),
  stock_mode smallint not null default 1 check (stock_mode between 1 and 4),
  stock_value int not null default 0 check (stock_value >= 0),
  buffer_units int not null default 0 check (buffer_units >= 0),
  min_lead_minutes int check (min_lead_minutes >= 0),
  max_days int check (max_days > 0),
  opened_at timestamptz,
  version int not null default 1,
  -- Orders that platforms place themselves, and what a merchant says of how they are taken.
  -- Taken at once, or by a person within so many minutes.
  auto_confirm boolean not null default true,
  confirm_timeout_min int not null default 30 check (confirm_timeout_min between 5 and 240),
  -- A total of theirs so far from ours is taken, fen.
  tolerance_fen int not null default 100 check (tolerance_fen between 0 and 100000),
  -- Whether the platform collects what its orders cost, unless an order says otherwise.
  prepaid boolean not null default false,
  -- 结算周期: when the platform pays what it collected, so many days after the return, or after the end of its month.
  settle_monthly boolean not null default true,
  settle_days int not null default 15 check (settle_days between 0 and 120),
  primary key (merchant_id, source)
);
comment on table merchant_channel is 'A channel of the merchant, by its source; without a row it is not open (domain channel/steps.ts)';
select tenant_table('merchant_channel'), guard_reach('merchant_channel', 'whole');

create table channel_mapping (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  store_id bigint,
  model_id bigint,
  -- Null: not open there any more.
  their_code text check (length(their_code) between 1 and 64),
  their_name text not null default '',
  -- What a channel calls a service of ours.
  service_id bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, source) references merchant_channel,
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, service_id) references service_item (merchant_id, id),
  check (num_nonnulls(store_id, model_id, service_id) = 1)
);
comment on table channel_mapping is 'A store or a model that is open to a channel, or a service, and what it is called there; without a code or a row it is not';
create unique index channel_mapping_store on channel_mapping (merchant_id, source, store_id) where store_id is not null;
create unique index channel_mapping_model on channel_mapping (merchant_id, source, model_id) where model_id is not null;
create unique index channel_mapping_service on channel_mapping (merchant_id, source, service_id) where service_id is not null;
create unique index channel_mapping_code on channel_mapping (merchant_id, source, (store_id is null), (service_id is null), their_code);
select tenant_table('channel_mapping'), guard_reach('channel_mapping', 'whole');

-- Keys by which platforms come in at the open door. Secrets are sealed under the merchant's data key.
create table channel_key (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  -- Public: what a platform says it is. Random, so that no two are the same.
  app_key text not null check (app_key ~ '^[0-9a-z]{24}$'),
  name text not null,
  secret_enc bytea not null,
  secret_tail text not null,
  -- The one before, until its time is over.
  old_secret_enc bytea,
  old_until timestamptz,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['catalog', 'stock', 'price', 'order', 'events']),
  -- Addresses and nets that it may come from; none: any.
  ips text[] not null default '{}',
  enabled boolean not null default true,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Rises with whatever changes of it: what was judged by an older one is judged anew.
  -- Orders by a test key are of a table of their own.
  test boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, source) references merchant_channel,
  check ((old_secret_enc is null) = (old_until is null))
);
comment on table channel_key is 'Keys of channels at the open door (domain channel/open-key.ts)';
create index channel_key_app on channel_key (app_key);
create index channel_key_source on channel_key (merchant_id, source, id);
select tenant_table('channel_key'), guard_reach('channel_key', 'whole');
grant update (last_used_at) on channel_key to definer;

-- What was said once, of all keys, for longer than any timestamp is taken.
create table open_nonce (
  key_id bigint not null,
  nonce text not null,
  until_at timestamptz not null,
  primary key (key_id, nonce)
);
comment on table open_nonce is 'Nonces of signed requests, for all servers; reached through functions alone';
alter table open_nonce owner to app_owner;
create index open_nonce_until on open_nonce (until_at);
grant select, insert, delete on open_nonce to definer;

-- By its own number an order of a channel is placed once, for ever. Without an order: it was called off before it came.
create table channel_order (
  merchant_id bigint not null default merchant(),
  source smallint not null,
  channel_order_no text not null check (length(channel_order_no) between 1 and 64),
  -- Of all that was asked; another one under the same number is refused.
  input_hash bytea,
  order_id bigint,
  key_id bigint not null,
  dropped_at timestamptz,
  -- A booking whose assignment was not decided in time has a reserved place: an occupancy without a car (kind 5) until the channel sends
  -- its number again.
  place_id bigint,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, source, channel_order_no),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id) deferrable initially deferred,
  foreign key (merchant_id, key_id) references channel_key (merchant_id, id)
);
comment on table channel_order is 'Orders that channels placed, by their own numbers';
comment on column channel_order.place_id is 'The subject of the occupancy that reserves a place for the number; null: none was reserved';
create index channel_order_order on channel_order (merchant_id, order_id) where order_id is not null;
select tenant_table('channel_order');

-- A platform is notified of its orders at an address of its own by messages: a row for each transaction that changed an order, written by triggers, so that
-- no handler can forget it.
create table channel_webhook (
  merchant_id bigint not null default merchant(),
  source smallint not null,
  url text not null check (length(url) <= 500),
  secret_enc bytea not null,
  secret_tail text not null,
  -- The one before; both sign until its time is over.
  old_secret_enc bytea,
  old_until timestamptz,
  enabled boolean not null default true,
  -- It also receives its stock and prices.
  push_stock boolean not null default false,
  -- The number of its last event.
  last_seq bigint not null default 0,
  -- Until then no server sends: one is sending, or the address failed too often and rests.
  held_until timestamptz not null default '-infinity',
  -- Attempts that failed since the last success.
  failures int not null default 0 check (failures >= 0),
  delivered_at timestamptz,
  -- The address answered 410.
  gone_at timestamptz,
  -- The protocol by which it is notified. What it sends stands in the domain (sales/channel-push/wire.ts).
  wire smallint not null default {channelWire.open} check (wire between {channelWire.open} and {channelWire.fliggy}),
  version int not null default 1,
  primary key (merchant_id, source),
  foreign key (merchant_id, source) references merchant_channel,
  check ((old_secret_enc is null) = (old_until is null))
);
comment on table channel_webhook is 'Where a channel is notified of its orders (domain sales/channel-push)';
comment on column channel_webhook.wire is 'Protocol: domain sales/channel-push/wire.ts channelWires';
select tenant_table('channel_webhook'), guard_reach('channel_webhook', 'whole');

-- Keys that retire seal the secrets and the log anew.
grant update (secret_enc, old_secret_enc) on channel_webhook to definer;

create table channel_event (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  order_id bigint not null,
  -- The renewal that took effect in this transaction.
  renewal_id bigint,
  -- The violation that it is about; 0: the order itself.
  violation_id bigint not null default 0,
  xid xid8 not null default pg_current_xact_id(),
  -- Status of the order before; null: it is new to the channel.
  was smallint,
  data jsonb not null,
  at timestamptz not null default app_now(),
  -- Rises by one for each event of the channel. Given after the commit, so that no number is seen before a smaller one.
  seq bigint,
  state smallint not null default {deliveryState.waiting} check (state between {deliveryState.waiting} and {deliveryState.dead}),
  tries smallint not null default 0,
  due_at timestamptz not null default app_now(),
  -- Not tried any more after that.
  until_at timestamptz not null default app_now() + interval '2 days',
  delivered_at timestamptz,
  primary key (merchant_id, id)
);
comment on table channel_event is 'Messages to channels about their orders, without personal data, as the order was then. state: domain channel/codes.ts deliveryStates';
create unique index channel_event_once on channel_event (merchant_id, order_id, violation_id, xid) where seq is null;
create index channel_event_new on channel_event (merchant_id, source, id) where seq is null;
create index channel_event_seq on channel_event (merchant_id, source, seq) where seq is not null;
create index channel_event_open on channel_event (merchant_id, source, order_id, id) where state < {deliveryState.delivered};
create index channel_event_dead on channel_event (merchant_id, source) where state = {deliveryState.dead};
create index channel_event_newest on channel_event (merchant_id, source, id);
select tenant_table('channel_event');
grant insert, update, delete on channel_event to definer;

-- Requests of a channel and messages to it, from which the cause of a difference can be found. Bodies are sealed, because orders hold names.
create table channel_log (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  outgoing boolean not null,
  -- Method and path of a request to us; type of a message to the channel.
  name text not null,
  channel_order_no text,
  -- Of a message about an order.
  event_id bigint,
  -- HTTP status; null: no answer came.
  status smallint,
  -- Our code of the answer to a request, or why no answer came to a message.
  code int,
  fault text not null default '',
  failed boolean not null,
  ms int not null,
  body_enc bytea,
  -- The key that signed it.
  key_id bigint,
  -- A failed request of a channel is repeated by staff once.
  replay_of bigint,
  at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table channel_log is 'Requests of channels and messages to them, with their answers';
comment on column channel_log.replay_of is 'The request that this one repeats, by staff';
create index channel_log_source on channel_log (merchant_id, source, id);
create index channel_log_failed on channel_log (merchant_id, source, id) where failed;
create index channel_log_at on channel_log (at);
create unique index channel_log_replay on channel_log (merchant_id, replay_of) where replay_of is not null;
select tenant_table('channel_log', 'insert');
grant delete on channel_log to definer;
grant update (body_enc) on channel_log to definer;

-- Stock and prices are state: of each pool that may have changed for a channel there is one row, however often it did, and what is sent is
-- its newest state.
create table channel_dirty (
  merchant_id bigint not null default merchant(),
  source smallint not null,
  store_id bigint not null,
  model_id bigint not null,
  -- Set by the first change; later ones do not move it back.
  due_at timestamptz not null,
  -- Rises with each change, so that one that came while the state was being sent is not forgotten.
  revision int not null default 1,
  primary key (merchant_id, source, store_id, model_id)
);
comment on table channel_dirty is 'Pools (store, model) whose stock or prices still have to be sent to a channel';
create index channel_dirty_due on channel_dirty (merchant_id, source, due_at);
select tenant_table('channel_dirty', 'insert, update, delete');

-- Pools of every store are marked and removed by the system, and by accounts that see the whole merchant.
select guard_reach('channel_dirty', 'whole');

-- A renewal is made once by the channel's own number, as an order is.
create table channel_renewal (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  renewal_no text not null check (length(renewal_no) between 1 and 64),
  renewal_id bigint not null,
  -- Of all that was sent; another request with the same number is refused.
  input_hash bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, order_id, renewal_no),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, renewal_id) references renewal (merchant_id, id)
);
comment on table channel_renewal is 'Renewals that channels made, by their own numbers';
create index channel_renewal_renewal on channel_renewal (merchant_id, renewal_id);
select tenant_table('channel_renewal'), order_scoped('channel_renewal');

-- What a platform says that it remits for each order of a month, and how it compares with the books.
create table channel_statement_line (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  channel_order_no text not null check (length(channel_order_no) between 1 and 64),
  order_id bigint,
  -- Remitted less commission, fen; negative: the merchant owes it. 0 for an order that the statement does not have.
  net_fen bigint not null,
  commission_fen bigint not null default 0,
  -- What a platform says that it keeps is compared with what the books have. A statement may not say it.
  commission_told boolean not null default false,
  -- Balance of the order in the books when it was compared; null: there is no such order.
  ours_fen bigint,
  ours_commission_fen bigint,
  result smallint not null check (result between 0 and 3),
  state smallint not null default 0 check (state between 0 and 2),
  note text not null default '' check (length(note) <= 200),
  handled_at timestamptz,
  handled_by bigint,
  deducted_fen bigint not null default 0,
  overbilled boolean not null default false,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, source) references merchant_channel,
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  check ((order_id is null) = (ours_fen is null))
);
comment on table channel_statement_line is 'Lines of the monthly statements of channels: result 0 一致 1 金额不符 2 我方缺失 3 渠道缺失; state 0 待处理 1 已入账 2 已核对';
comment on column channel_statement_line.deducted_fen is 'Part of net_fen that the platform took of a deposit';
comment on column channel_statement_line.overbilled is '平台多计: the platform lists what the merchant never sold; nothing is booked';
comment on column channel_statement_line.ours_commission_fen is
  'Commission of the order in the books, less that of its settled lines, when it was compared; null: there is no such order';
create unique index channel_statement_line_once on channel_statement_line (merchant_id, source, month, channel_order_no)
  include (net_fen, commission_fen, state);
create index channel_statement_line_open on channel_statement_line (merchant_id, month) where state = {statementState.open};
create index channel_statement_line_order on channel_statement_line (merchant_id, order_id) where order_id is not null;
select tenant_table('channel_statement_line'), guard_reach('channel_statement_line', 'whole');

-- Test keys: a platform tries its program with orders of their own table, which move by a script and touch nothing of the merchant.
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

-- 'new' once; 'seen' for every repeat; 'gone' where the key is no more what the signature was judged by. Its last use is kept by the minute.
create function take_open_nonce(key bigint, judged int, said text, until timestamptz, now_at timestamptz) returns text
  language plpgsql security definer set search_path = public as $$
declare k record;
begin
  select c.merchant_id, c.last_used_at into k from channel_key c
   where c.id = key and c.version = judged and c.enabled and c.revoked_at is null;
  if not found then return 'gone'; end if;
  insert into open_nonce (key_id, nonce, until_at) values (key, said, until) on conflict do nothing;
  if not found then return 'seen'; end if;
  if k.last_used_at is null or k.last_used_at < now_at - interval '1 minute' then
    update channel_key c set last_used_at = now_at where c.merchant_id = k.merchant_id and c.id = key;
  end if;
  return 'new';
end $$;
alter function take_open_nonce(bigint, int, text, timestamptz, timestamptz) owner to definer;
revoke all on function take_open_nonce(bigint, int, text, timestamptz, timestamptz) from public;
grant execute on function take_open_nonce(bigint, int, text, timestamptz, timestamptz) to gate;

create function purge_open_nonces(now_at timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from open_nonce where until_at < now_at $$;
alter function purge_open_nonces(timestamptz) owner to definer;
revoke all on function purge_open_nonces(timestamptz) from public;
grant execute on function purge_open_nonces(timestamptz) to gate;

-- The list of events of a channel is the truth, and its address one of its readers: a channel has events as soon as anybody can read them, by
-- a live key or at an address. Without an address none is to be sent.
create function notify_channel(o "order", was smallint, renewal bigint default null, violation bigint default 0, about jsonb default '{}')
  returns void language sql security definer set search_path = public as $$
  with reader as (select exists (select from channel_webhook w where w.merchant_id = o.merchant_id and w.source = o.source) as has_address)
  insert into channel_event (merchant_id, source, order_id, renewal_id, violation_id, was, state, data)
  select o.merchant_id, o.source, o.id, renewal, violation, was,
      case when r.has_address then {deliveryState.waiting} else {deliveryState.delivered} end, about || jsonb_build_object(
      'channelOrderNo', o.channel_order_no, 'orderNo', o.order_no, 'status', o.status, 'cancelBy', o.cancel_by,
      'storeId', o.store_id::text, 'returnStoreId', o.return_store_id::text, 'modelId', o.model_id::text,
      'pickupAt', epoch_ms(o.pickup_at), 'returnAt', epoch_ms(o.return_at),
      'actualPickupAt', epoch_ms(o.actual_pickup_at), 'actualReturnAt', epoch_ms(o.actual_return_at),
      'totalFen', o.total_fen, 'penaltyFen', o.penalty_fen, 'cancelledAt', epoch_ms(o.cancelled_at))
    from reader r join merchant_channel c on c.merchant_id = o.merchant_id and c.source = o.source
   where c.status <> {channelStatus.notOpen} and (r.has_address or exists (select from channel_key k
     where k.merchant_id = o.merchant_id and k.source = o.source and not k.test and k.revoked_at is null))
  on conflict (merchant_id, order_id, violation_id, xid) where seq is null do update
    set data = excluded.data, renewal_id = coalesce(excluded.renewal_id, channel_event.renewal_id);
$$;
alter function notify_channel("order", smallint, bigint, bigint, jsonb) owner to definer;
revoke all on function notify_channel("order", smallint, bigint, bigint, jsonb) from public;

-- Channels, across merchants, with events that have no number yet, or that may be sent now. An address that rests after many failures is
-- tried with its oldest event, whenever that is due.
-- A server whose clock was ahead reserved an address, or put a message off, by that clock. Nothing is reserved for more than the five
-- minutes between two probes, or put off by nine hours (packages/domain/src/sales/channel-push/delivery.ts): what lies further ahead is due.
create function channels_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select e.merchant_id, e.source from channel_event e where e.seq is null
  union
  select w.merchant_id, w.source from channel_webhook w
   where w.enabled and (w.held_until <= now_at or w.held_until > now_at + interval '10 minutes')
     and (exists (select from channel_event e
          where e.merchant_id = w.merchant_id and e.source = w.source and e.state < {deliveryState.delivered}
            and (e.due_at <= now_at or e.due_at > now_at + interval '9 hours' or w.failures >= 20))
        or exists (select from channel_dirty d where d.merchant_id = w.merchant_id and d.source = w.source
            and (d.due_at <= now_at or d.due_at > now_at + interval '9 hours')))
$$;
alter function channels_due(timestamptz) owner to definer;
revoke all on function channels_due(timestamptz) from public;
grant execute on function channels_due(timestamptz) to gate;

-- A dead letter is deleted with its age, too: a message of a month ago about an order is of no use. The newest event of a channel stays, so
-- that numbers do not begin again.
create function purge_channel_history(before timestamptz) returns void language sql security definer set search_path = public as $$
  delete from channel_log where at < before;
  delete from channel_event e where at < before and state >= {deliveryState.delivered}
    and exists (select from channel_event n where n.merchant_id = e.merchant_id and n.source = e.source and n.seq > e.seq);
$$;
alter function purge_channel_history(timestamptz) owner to definer;
revoke all on function purge_channel_history(timestamptz) from public;
grant execute on function purge_channel_history(timestamptz) to gate;

-- Merchants with a channel that receives stock. A follower that began goes on, since it holds events back from being deleted; a merchant
-- without such a channel has none, and costs nothing.
create function merchants_pushing(follower_name text, event_types text[]) returns table (id bigint, stirred boolean)
  language sql stable security definer set search_path = public as $$
  select m.merchant_id, f.merchant_id is null or f.xid > pg_snapshot_xmin(pg_current_snapshot())
      or exists (select from event e where e.merchant_id = m.merchant_id and (e.xid, e.id) > (f.xid, f.event_id)
        and e.type = any (event_types) and e.xid < pg_snapshot_xmin(pg_current_snapshot()))
    from (select w.merchant_id from channel_webhook w where w.push_stock
          union select o.merchant_id from follower o where o.name = follower_name) m
      left join follower f on f.merchant_id = m.merchant_id and f.name = follower_name
$$;
alter function merchants_pushing(text, text[]) owner to definer;
revoke all on function merchants_pushing(text, text[]) from public;
grant execute on function merchants_pushing(text, text[]) to gate;

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

create function order_commission() returns trigger language plpgsql as $$
begin
  new.commission_bp := coalesce((select c.commission_bp from merchant_channel c
    where c.merchant_id = new.merchant_id and c.source = new.source and c.status > {channelStatus.notOpen}), 0);
  return new;
end $$;
create trigger commission before insert on "order" for each row when (new.source > {source.offline}) execute function order_commission();
create trigger commission_follows before update of source on "order" for each row
  when (old.source <> new.source) execute function order_commission();

-- The booking page of a merchant. Whether it is open, its prices, stores and models are those of its channel (source own).
create table site (
  merchant_id bigint primary key default merchant(),
  name text not null check (name ~ '^[a-z0-9-]{3,30}$'),
  about text not null default '' check (length(about) <= 500),
  phone text not null default '' check (length(phone) <= 20),
  colour text not null default '#1557d6' check (colour ~ '^#[0-9a-f]{6}$'),
  pay_now boolean not null default true,
  pay_at_store boolean not null default true,
  self_service boolean not null default false,
  version int not null default 1,
  check (pay_now or pay_at_store)
);
comment on table site is 'The booking page of a merchant, on which customers book without a platform';
select tenant_table('site'), guard_reach('site', 'whole');

-- Names are of the whole installation. A former name stays the merchant's, because posters with it hang on walls.
create table site_name (
  name text primary key,
  merchant_id bigint not null,
  at timestamptz not null default app_now()
);
comment on table site_name is 'Every name that the booking page of a merchant has had';
alter table site_name owner to app_owner;
create index site_name_merchant on site_name (merchant_id, at);
grant select, insert on site_name to definer;

-- Whether the caller's merchant has the name now.
create function take_site_name(asked text) returns boolean language sql security definer set search_path = public as $$
  insert into site_name (name, merchant_id) select asked, merchant()
    where (select count(*) from site_name where merchant_id = merchant()) < 20
    on conflict (name) do nothing;
  select exists (select from site_name where name = asked and merchant_id = merchant())
$$;
alter function take_site_name(text) owner to definer;
revoke all on function take_site_name(text) from public;
grant execute on function take_site_name(text) to tenant;

-- The merchant of a name, its present name, and the stores that are open on its page.
create function site_of(asked text) returns table (merchant_id bigint, merchant_status smallint, name text, status smallint, store_ids text[])
  language sql stable security definer set search_path = public as $$
  select m.id, m.status, s.name, c.status, array(select p.store_id::text from channel_mapping p
      where p.merchant_id = m.id and p.source = {source.own} and p.store_id is not null and p.their_code is not null)
    from site_name n join merchant m on m.id = n.merchant_id
      join site s on s.merchant_id = m.id
      join merchant_channel c on c.merchant_id = m.id and c.source = {source.own}
   where n.name = asked
$$;
alter function site_of(text) owner to definer;
revoke all on function site_of(text) from public;
grant execute on function site_of(text) to gate;

-- What visitors of pages do, by day and place; nobody is known again (domain sales/site/funnel.ts).
create table site_place (
  merchant_id bigint not null default merchant(),
  no int not null check (no between 1 and 1000),
  code text not null check (code ~ '^p[a-z0-9]{1,4}$'),
  name text not null check (length(name) between 1 and 20),
  primary key (merchant_id, no)
);
comment on table site_place is 'A place that leads visitors to the booking page, by the code in the address of its poster';
create unique index site_place_code on site_place (merchant_id, code);
select tenant_table('site_place'), guard_reach('site_place', 'whole');

create table site_count (
  merchant_id bigint not null default merchant(),
  day date not null,
  -- '': none; '-': none of the merchant's.
  place text not null check (length(place) <= 5),
  step smallint not null check (step between 1 and 4),
  n int not null,
  primary key (merchant_id, day, place, step)
);
comment on table site_count is 'How often visitors of a booking page did a step on a day';
create index site_count_age on site_count (day);
-- The demo writes some of its own.
select tenant_table('site_count', 'insert');

create table site_lack (
  merchant_id bigint not null default merchant(),
  day date not null,
  wanted_on date not null,
  model_id bigint not null,
  n int not null,
  primary key (merchant_id, day, wanted_on, model_id)
);
comment on table site_lack is 'Models that were sold out when visitors looked for them, by day of the pickup';
create index site_lack_age on site_lack (day);
select tenant_table('site_lack', 'insert');
grant insert, update, delete on site_count, site_lack to definer;

-- One statement a minute of each process: what it counted.
create function add_site_counts(counted jsonb) returns void language sql security definer set search_path = public as $$
  insert into site_count as c (merchant_id, day, place, step, n)
    select r.merchant_id, r.day, r.place, r.step, r.n
      from jsonb_to_recordset(counted) as r (merchant_id bigint, day date, place text, step smallint, n int)
     where r.step is not null order by 1, 2, 3, 4
    on conflict (merchant_id, day, place, step) do update set n = c.n + excluded.n;
  insert into site_lack as l (merchant_id, day, wanted_on, model_id, n)
    select r.merchant_id, r.day, r.wanted_on, r.model_id, r.n
      from jsonb_to_recordset(counted) as r (merchant_id bigint, day date, wanted_on date, model_id bigint, n int)
     where r.model_id is not null order by 1, 2, 3, 4
    on conflict (merchant_id, day, wanted_on, model_id) do update set n = l.n + excluded.n
$$;
alter function add_site_counts(jsonb) owner to definer;
revoke all on function add_site_counts(jsonb) from public;
grant execute on function add_site_counts(jsonb) to gate;

create function purge_site_counts(before date) returns void language sql security definer set search_path = public as $$
  delete from site_count where day < before;
  delete from site_lack where day < before
$$;
alter function purge_site_counts(date) owner to definer;
revoke all on function purge_site_counts(date) from public;
grant execute on function purge_site_counts(date) to gate;

-- The place that a booking came from.
create table site_booking (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  place text not null check (length(place) between 1 and 5),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table site_booking is 'The place that led the customer of a booking to the page';
select tenant_table('site_booking', 'insert');

-- Coupons of the page. What one gives never changes, because customers were told; it is turned off and on.
create table coupon (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  name text not null check (length(name) between 1 and 30),
  kind smallint not null check (kind between 1 and 2),
  -- What it takes off; of a percentage at most, 0: no maximum.
  fen bigint not null check (fen >= 0),
  rate_bp int not null check (rate_bp between 0 and 9000),
  least_fen bigint not null check (least_fen >= 0),
  -- Days of the booking and of the pickup.
  book_from date,
  book_to date check (book_to >= book_from),
  rent_from date,
  rent_to date check (rent_to >= rent_from),
  -- None: all.
  model_ids bigint[] not null default '{}' check (cardinality(model_ids) <= 100),
  most_uses int check (most_uses > 0),
  once_per_customer boolean not null,
  is_on boolean not null default true,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  version int not null default 1,
  primary key (merchant_id, id),
  check (case kind when {couponKind.sum} then fen > 0 and rate_bp = 0 else rate_bp > 0 end)
);
comment on table coupon is 'A coupon of the booking page: what it takes off a price, and for what';
create unique index coupon_code on coupon (merchant_id, code);
select tenant_table('coupon'), guard_reach('coupon', 'whole');

-- Counted while its order is not cancelled, so that a cancelled or unpaid booking gives it back by itself.
create table coupon_use (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  coupon_id bigint not null,
  fen bigint not null check (fen > 0),
  at timestamptz not null default app_now(),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, coupon_id) references coupon (merchant_id, id)
);
comment on table coupon_use is 'The coupon that an order was booked with';
create index coupon_use_coupon on coupon_use (merchant_id, coupon_id, order_id);
select tenant_table('coupon_use', 'insert');

-- Customers who proved their mobile on the page.
create table site_session (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  mobile_enc bytea not null,
  created_at timestamptz not null default app_now(),
  expire_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id)
);
comment on table site_session is 'A customer who proved their mobile on the booking page';
create index site_session_token on site_session (merchant_id, token_hash);
create index site_session_age on site_session (expire_at);
select tenant_table('site_session');
grant update (mobile_enc), delete on site_session to definer;

create function purge_site_sessions(before timestamptz) returns void language sql security definer set search_path = public as $$
  delete from site_session where expire_at < before
$$;
alter function purge_site_sessions(timestamptz) owner to definer;
revoke all on function purge_site_sessions(timestamptz) from public;
grant execute on function purge_site_sessions(timestamptz) to gate;
