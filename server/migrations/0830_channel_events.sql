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
  version int not null default 1,
  primary key (merchant_id, source),
  foreign key (merchant_id, source) references merchant_channel,
  check ((old_secret_enc is null) = (old_until is null))
);
comment on table channel_webhook is 'Where a channel is notified of its orders (domain sales/channel-push)';
select tenant_table('channel_webhook'), guard_reach('channel_webhook', 'whole');

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
select tenant_table('channel_event');
grant insert, update, delete on channel_event to definer;

create function notify_channel(o "order", was smallint, renewal bigint default null, violation bigint default 0, about jsonb default '{}') returns void
  language sql security definer set search_path = public as $$
  insert into channel_event (merchant_id, source, order_id, renewal_id, violation_id, was, data)
  select o.merchant_id, o.source, o.id, renewal, violation, was, about || jsonb_build_object(
      'channelOrderNo', o.channel_order_no, 'orderNo', o.order_no, 'status', o.status, 'cancelBy', o.cancel_by,
      'storeId', o.store_id::text, 'returnStoreId', o.return_store_id::text, 'modelId', o.model_id::text,
      'pickupAt', epoch_ms(o.pickup_at), 'returnAt', epoch_ms(o.return_at),
      'actualPickupAt', epoch_ms(o.actual_pickup_at), 'actualReturnAt', epoch_ms(o.actual_return_at),
      'totalFen', o.total_fen, 'penaltyFen', o.penalty_fen, 'cancelledAt', epoch_ms(o.cancelled_at))
    from channel_webhook w join merchant_channel c on c.merchant_id = w.merchant_id and c.source = w.source
   where w.merchant_id = o.merchant_id and w.source = o.source and c.status <> {channelStatus.notOpen}
  on conflict (merchant_id, order_id, violation_id, xid) where seq is null do update
    set data = excluded.data, renewal_id = coalesce(excluded.renewal_id, channel_event.renewal_id);
$$;
alter function notify_channel("order", smallint, bigint, bigint, jsonb) owner to definer;
revoke all on function notify_channel("order", smallint, bigint, bigint, jsonb) from public;

create function notify_channel_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform notify_channel(new, case when tg_op = 'UPDATE' and old.channel_order_no is not null then old.status end);
  return null;
end $$;
alter function notify_channel_of_order() owner to definer;
revoke all on function notify_channel_of_order() from public;
-- While it is not accepted, the platform knows of a new order what it sent itself.
create trigger notify_channel_new after insert on "order" for each row
  when (new.source <> {source.offline} and new.channel_order_no is not null and new.status > {orderStatus.confirming})
  execute function notify_channel_of_order();
create trigger notify_channel after update on "order" for each row
  when (new.source <> {source.offline} and new.channel_order_no is not null and new.status >= {orderStatus.confirming}
    and (old.status, old.channel_order_no, old.store_id, old.return_store_id, old.model_id, old.pickup_at, old.return_at, old.actual_pickup_at,
        old.actual_return_at, old.total_fen, old.penalty_fen, old.cancelled_at)
      is distinct from (new.status, new.channel_order_no, new.store_id, new.return_store_id, new.model_id, new.pickup_at, new.return_at, new.actual_pickup_at,
        new.actual_return_at, new.total_fen, new.penalty_fen, new.cancelled_at))
  execute function notify_channel_of_order();

create function notify_channel_of_renewal() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform notify_channel(o, o.status, new.id) from "order" o
    where o.merchant_id = new.merchant_id and o.id = new.order_id and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
alter function notify_channel_of_renewal() owner to definer;
revoke all on function notify_channel_of_renewal() from public;
create trigger notify_channel_new after insert on renewal for each row
  when (new.status = {renewalStatus.effective}) execute function notify_channel_of_renewal();
create trigger notify_channel after update of status on renewal for each row
  when (new.status = {renewalStatus.effective} and old.status <> new.status) execute function notify_channel_of_renewal();

-- The place is left out, because it would reveal where the customer was.
create function notify_channel_of_violation() returns trigger language plpgsql security definer set search_path = public as $$
declare about jsonb := jsonb_build_object('violationId', new.id::text, 'occurAt', epoch_ms(new.occur_at), 'act', new.act, 'points', new.points,
  'fineFen', new.fine_fen);
begin
  perform notify_channel(o, o.status, null, new.id, about || jsonb_build_object('withdrawn', o.id is distinct from new.order_id)) from "order" o
    where o.merchant_id = new.merchant_id and o.id in (new.order_id, case when tg_op = 'UPDATE' then old.order_id end)
      and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
alter function notify_channel_of_violation() owner to definer;
revoke all on function notify_channel_of_violation() from public;
create trigger notify_channel_new after insert on violation for each row
  when (new.order_id is not null) execute function notify_channel_of_violation();
create trigger notify_channel after update on violation for each row
  when ((old.order_id, old.act, old.points, old.fine_fen, old.occur_at) is distinct from (new.order_id, new.act, new.points, new.fine_fen, new.occur_at)
    and (old.order_id is not null or new.order_id is not null))
  execute function notify_channel_of_violation();

-- Channels, across merchants, with events that have no number yet, or that may be sent now. An address that rests after many failures is
-- tried with its oldest event, whenever that is due.
create function channels_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select w.merchant_id, w.source from channel_webhook w
   where exists (select from channel_event e where e.merchant_id = w.merchant_id and e.source = w.source and e.seq is null)
      or w.enabled and w.held_until <= now_at and exists (select from channel_event e
        where e.merchant_id = w.merchant_id and e.source = w.source and e.state < {deliveryState.delivered}
          and (e.due_at <= now_at or w.failures >= 20))
$$;
alter function channels_due(timestamptz) owner to definer;
revoke all on function channels_due(timestamptz) from public;
grant execute on function channels_due(timestamptz) to gate;
