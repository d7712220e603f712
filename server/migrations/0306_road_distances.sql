-- Distances by road as the map service said them: it looks at the traffic, and a price that is asked for again stays the same. Places
-- are WGS-84, rounded to some ten metres: `121.3363,31.2979`.
create table road_distance (
  merchant_id bigint not null default merchant(),
  origin text not null check (length(origin) <= 20),
  destination text not null check (length(destination) <= 20),
  metres integer not null check (metres >= 0),
  asked_at timestamptz not null default app_now(),
  primary key (merchant_id, origin, destination)
);
select tenant_table('road_distance', 'insert');

-- Roads change, and nobody's address stays for longer than prices are compared.
create or replace function purge_aged(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from idempotency where created_at < now_at - interval '48 hours';
  delete from login_attempt where at < now_at - interval '24 hours';
  delete from quote q where q.created_at < now_at - interval '24 hours' and q.expires_at < now_at
    and not exists (select from "order" o where o.merchant_id = q.merchant_id and o.id = q.used_by_order_id and o.status = 0);
  delete from road_distance where asked_at < now_at - interval '30 days';
$$;
grant delete on road_distance to definer;
