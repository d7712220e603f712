-- Text messages to staff that are due, across merchants: ids only; each is then sent in the name of its merchant.
create index outbox_staff_due on outbox (due_at) where kind = 'staff' and state < 2;
create function texts_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.id from outbox o where o.kind = 'staff' and o.state < 2 and o.due_at <= now_at order by o.due_at limit most;
$$;
alter function texts_due(timestamptz, int) owner to definer;
revoke all on function texts_due(timestamptz, int) from public;
grant execute on function texts_due(timestamptz, int) to gate;
