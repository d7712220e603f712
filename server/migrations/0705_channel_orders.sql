-- Orders that platforms place themselves, and what a merchant says of how they are taken.
alter table merchant_channel
  -- Taken at once, or by a person within so many minutes.
  add column auto_confirm boolean not null default true,
  add column confirm_timeout_min int not null default 30 check (confirm_timeout_min between 5 and 240),
  -- A total of theirs so far from ours is taken, fen.
  add column tolerance_fen int not null default 100 check (tolerance_fen between 0 and 100000);

alter table "order" add column arrived smallint not null default 1 check (arrived in (1, 2));
comment on column "order".arrived is '1 typed by staff, 2 by the channel''s own door: nobody answering refuses it at its deadline';

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
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, source, channel_order_no),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id) deferrable initially deferred,
  foreign key (merchant_id, key_id) references channel_key (merchant_id, id)
);
comment on table channel_order is 'Orders that channels placed, by their own numbers';
create index channel_order_order on channel_order (merchant_id, order_id) where order_id is not null;
select tenant_table('channel_order');

-- Asked in the place of the same timers of 0015: a typed order of a channel waits as our own do.
create function timer_due_unaccepted(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = {orderStatus.confirming} and (o.pickup_at <= now_at or (o.arrived = 2 and o.confirm_deadline <= now_at))
     and o.id > after_id order by o.id limit most
$$;
alter function timer_due_unaccepted(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_unaccepted(timestamptz, bigint, int) from public;

create function timer_due_confirmalarm(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.status = {orderStatus.confirming} and (o.confirm_deadline <= now_at
       or (o.arrived = 2 and o.created_at + (o.confirm_deadline - o.created_at) / 2 <= now_at))
     and o.id > after_id order by o.id limit most
$$;
alter function timer_due_confirmalarm(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_confirmalarm(timestamptz, bigint, int) from public;
