-- The list of events of a channel is the truth, and its address one of its readers: a channel has events as soon as anybody can read them, by
-- a live key or at an address. Without an address none is to be sent.
create or replace function notify_channel(o "order", was smallint, renewal bigint default null, violation bigint default 0, about jsonb default '{}')
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

-- Channels, across merchants, with events that have no number yet, or that may be sent now. An address that rests after many failures is
-- tried with its oldest event, whenever that is due.
create or replace function channels_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select e.merchant_id, e.source from channel_event e where e.seq is null
  union
  select w.merchant_id, w.source from channel_webhook w
   where w.enabled and w.held_until <= now_at and (exists (select from channel_event e
          where e.merchant_id = w.merchant_id and e.source = w.source and e.state < {deliveryState.delivered}
            and (e.due_at <= now_at or w.failures >= 20))
        or exists (select from channel_dirty d where d.merchant_id = w.merchant_id and d.source = w.source and d.due_at <= now_at))
$$;

-- A dead letter is deleted with its age, too: a message of a month ago about an order is of no use. The newest event of a channel stays, so
-- that numbers do not begin again.
create or replace function purge_channel_history(before timestamptz) returns void language sql security definer set search_path = public as $$
  delete from channel_log where at < before;
  delete from channel_event e where at < before and state >= {deliveryState.delivered}
    and exists (select from channel_event n where n.merchant_id = e.merchant_id and n.source = e.source and n.seq > e.seq);
$$;

-- What a platform says that it keeps is compared with what the books have. A statement may not say it.
alter table channel_statement_line add column commission_told boolean not null default false;
alter table channel_statement_line add column ours_commission_fen bigint;
comment on column channel_statement_line.ours_commission_fen is
  'Commission of the order in the books, less that of its settled lines, when it was compared; null: there is no such order';
