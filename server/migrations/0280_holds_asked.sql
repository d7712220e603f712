-- Live authorisations are asked about: their customer or their provider may end one without anybody here having asked for it.
alter table deposit_hold add column asked_at timestamptz, add column ask_at timestamptz;
comment on column deposit_hold.asked_at is 'when its provider last said what it holds';
comment on column deposit_hold.ask_at is 'when its provider is asked next; null where nobody can be: the card machine''s, and those that do not hold';
update deposit_hold set ask_at = app_now() where status = 1 and channel_id is not null;
create index deposit_hold_ask on deposit_hold (ask_at) where status = 1 and ask_at is not null;
create index deposit_hold_live on deposit_hold (merchant_id, order_id) where status = 1 and ask_at is not null;

-- Those whose time has come, and those that a pickup or return within half an hour counts on; the longest waiting first, and
-- fewer than a batch, so that one run asks no more than these.
create function timer_due_holdquery(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select due.merchant_id, due.id from (
    (select h.merchant_id, h.id, h.ask_at from deposit_hold h
      where h.status = 1 and h.ask_at <= now_at order by h.ask_at limit 20)
    union
    (select h.merchant_id, h.id, h.ask_at
      from (select o.merchant_id, o.id from "order" o
          where o.status in (3, 4) and o.pickup_at > now_at and o.pickup_at <= now_at + interval '30 minutes'
        union all
        select o.merchant_id, o.id from "order" o
          where o.status = 5 and o.return_at > now_at and o.return_at <= now_at + interval '30 minutes') soon
        join deposit_hold h on h.merchant_id = soon.merchant_id and h.order_id = soon.id
      where h.status = 1 and h.ask_at > now_at + interval '15 minutes'
        and coalesce(h.asked_at, h.created_at) < now_at - interval '1 hour' limit 20)) due
   where due.id > after_id order by due.ask_at limit least(most, 20)
$$;
alter function timer_due_holdquery(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_holdquery(timestamptz, bigint, int) from public;
