-- Deposits held without money (orders.md §2 AuthHold): a pre-authorisation typed off the shop's card machine, a freeze of a
-- provider, a credit that stands for a deposit. A deposit may have several; its own amounts are the sums of theirs and of
-- what was paid in, its expire_at the earliest of those that still hold.
create table deposit_hold (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  deposit_id bigint not null,
  pay_way smallint not null check (pay_way in (1, 2, 5)),
  credit boolean not null default false,
  status smallint not null check (status between 0 and 4),
  amount_fen bigint not null check (amount_fen > 0),
  captured_fen bigint not null default 0 check (captured_fen >= 0),
  released_fen bigint not null default 0 check (released_fen >= 0),
  auth_no text not null default '',
  card_tail text not null default '',
  expire_at timestamptz not null,
  voucher_ids bigint[] not null default '{}',
  channel_id bigint,
  out_no text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (captured_fen + released_fen <= amount_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, deposit_id) references deposit (merchant_id, id),
  foreign key (merchant_id, channel_id) references pay_channel (merchant_id, id)
);
comment on table deposit_hold is 'status 0 待授权 1 已授权 2 已结束 3 未授权 4 已失效; credit: nothing is frozen, amount_fen is the most that may be captured; out_no: our number of it at its provider';
create index deposit_hold_of on deposit_hold (merchant_id, deposit_id);
create index deposit_hold_ends on deposit_hold (expire_at) where status = 1;
create unique index deposit_hold_typed on deposit_hold (merchant_id, auth_no, card_tail) where pay_way = 5 and status = 1;
select tenant_table('deposit_hold');
select order_scoped('deposit_hold');

-- A deduction out of a hold is new money by the way of the hold; one out of a paid deposit has no way. tied_fen is what of
-- the hold it takes with it: its own amount, and the rest where a capture ends the hold.
alter table deposit_deduction
  add column hold_id bigint,
  add column pay_way smallint,
  add column tied_fen bigint not null default 0 check (tied_fen >= 0);

-- What a hold asks of its provider, or of whoever stands at the card machine, is a row of payment, which moves no money but
-- when it captures: it is asked, repeated, told and waited for as every other.
alter table payment
  add column hold_id bigint,
  add column hold_step text check (hold_step in ('freeze', 'capture', 'unfreeze'));
comment on column payment.hold_step is 'what it asks of a hold: only a capture is money, booked with its deduction';
create index payment_hold_of on payment (merchant_id, hold_id) where hold_id is not null;

create function timer_due_authexpiry(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select h.merchant_id, h.id from deposit_hold h
   where h.status = 1 and h.expire_at <= now_at + interval '3 days' and h.id > after_id order by h.id limit most
$$;
alter function timer_due_authexpiry(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_authexpiry(timestamptz, bigint, int) from public;

-- A hold that cannot be let go in parts stays whole while a debt keeps a part of it: nothing is due then.
create or replace function timer_due_rentalrelease(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select d.merchant_id, d.order_id from deposit d
    join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
   where d.kind = 1 and d.hold_status in (1, 2) and d.withdrawn_at is null and o.status = 6
     and d.held_fen - d.captured_fen - d.released_fen - d.in_flight_fen > greatest(o.owed_fen, 0)
     and not (o.owed_fen > 0 and exists (select from deposit_hold h
       where h.merchant_id = d.merchant_id and h.deposit_id = d.id and h.status = 1 and h.pay_way <> 1))
     and d.order_id > after_id order by d.order_id limit most
$$;
