-- Text messages that are due, across merchants, to customers as to staff: ids only; each is then sent in the name of its
-- merchant. `tries` says when the next one is worth it.
alter table outbox add column tries smallint not null default 0;
comment on table outbox is 'Text messages to customers (kind: what of) and staff (kind staff). state: domain channel/codes.ts deliveryStates';
drop index outbox_due;
drop index outbox_staff_due;
create index outbox_due on outbox (due_at) where state < 2;
create or replace function texts_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.id from outbox o where o.state < 2 and o.due_at <= now_at order by o.due_at limit most;
$$;
