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

create or replace function channels_due(now_at timestamptz) returns table (merchant_id bigint, source smallint)
  language sql stable security definer set search_path = public as $$
  select w.merchant_id, w.source from channel_webhook w
   where exists (select from channel_event e where e.merchant_id = w.merchant_id and e.source = w.source and e.seq is null)
      or w.enabled and w.held_until <= now_at and (exists (select from channel_event e
          where e.merchant_id = w.merchant_id and e.source = w.source and e.state < {deliveryState.delivered}
            and (e.due_at <= now_at or w.failures >= 20))
        or exists (select from channel_dirty d where d.merchant_id = w.merchant_id and d.source = w.source and d.due_at <= now_at))
$$;

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
