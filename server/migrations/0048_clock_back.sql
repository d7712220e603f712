-- A server whose clock was ahead reserved an address, or put a message off, by that clock. Nothing is reserved for more than the five
-- minutes between two probes, or put off by nine hours (packages/domain/src/sales/channel-push/delivery.ts): what lies further ahead is due.
create or replace function channels_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
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
