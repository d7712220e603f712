-- Deposits: taken, held, deducted from, given back.

-- Deposits, payments and the append-only double-entry ledger. Money is integer fen.
create table deposit (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  kind smallint not null check (kind in (1, 2)),
  amount_fen bigint not null check (amount_fen >= 0),
  mode smallint check (mode between 1 and 3),
  pay_status smallint not null default 0 check (pay_status between 0 and 3),
  waive_type smallint check (waive_type between 1 and 4),
  hold_status smallint not null default 0,
  auth_no text,
  expire_at timestamptz,
  held_fen bigint not null default 0,
  captured_fen bigint not null default 0,
  released_fen bigint not null default 0,
  in_flight_fen bigint not null default 0,
  due_release_at timestamptz,
  pay_way smallint,
  voucher_ids bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- A release that a person took back before it left: from then on a person decides about the deposit, no job.
  withdrawn_at timestamptz,
  -- A part of the rental deposit becomes the violation deposit at the return (orders.md §11.2.2): held_fen moves from one row to
  -- the other, and how much did stays on the rental one, which would show less than was taken otherwise.
  moved_fen bigint not null default 0 check (moved_fen >= 0),
  primary key (merchant_id, id),
  check (captured_fen >= 0 and released_fen >= 0 and in_flight_fen >= 0),
  check (captured_fen + released_fen + in_flight_fen <= held_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table deposit is 'kind 1 租车押金 2 违章押金; hold_status 0 未持有 1 持有 2 部分扣款 3 释放中 4 已释放 5 全额扣款 6 已失效 7 释放失败 9 不适用';
comment on column deposit.hold_status is '0 未持有 1 持有 2 部分扣款 3 释放中 4 已释放 5 全额扣款 6 已失效 7 释放失败 8 已转违章押金 9 不适用';
comment on column deposit.withdrawn_at is 'a queued release was withdrawn then; null again once a release is asked for';
comment on column deposit.moved_fen is 'of the rental deposit: what became the violation deposit, fen; held_fen is without it';
create unique index deposit_order on deposit (merchant_id, order_id, kind);
create index deposit_due_violation on deposit (due_release_at) where kind = {depositKind.violation} and hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted});
create index deposit_due_rental on deposit (order_id) where kind = {depositKind.rental} and hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and withdrawn_at is null;
-- Deposits that are in the house, by their order.
create index deposit_in_hand on deposit (merchant_id, order_id) where hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}, {holdStatus.releasing}, {holdStatus.releaseFailed});
select tenant_table('deposit');
select order_scoped('deposit');

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
  -- Live authorisations are asked about: their customer or their provider may end one without anybody here having asked for it.
  asked_at timestamptz,
  ask_at timestamptz,
  primary key (merchant_id, id),
  check (captured_fen + released_fen <= amount_fen),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, deposit_id) references deposit (merchant_id, id),
  foreign key (merchant_id, channel_id) references pay_channel (merchant_id, id)
);
comment on table deposit_hold is 'status 0 待授权 1 已授权 2 已结束 3 未授权 4 已失效; credit: nothing is frozen, amount_fen is the most that may be captured; out_no: our number of it at its provider';
comment on column deposit_hold.asked_at is 'when its provider last said what it holds';
comment on column deposit_hold.ask_at is 'when its provider is asked next; null where nobody can be: the card machine''s, and those that do not hold';
create index deposit_hold_of on deposit_hold (merchant_id, deposit_id);
create index deposit_hold_ends on deposit_hold (expire_at) where status = {authHoldStatus.held};
create unique index deposit_hold_typed on deposit_hold (merchant_id, auth_no, card_tail) where pay_way = {payWay.pos} and status = {authHoldStatus.held};
-- What should stand in the bill of a day.
create index deposit_hold_no on deposit_hold (merchant_id, out_no) where out_no <> '';
create index deposit_hold_ask on deposit_hold (ask_at) where status = {authHoldStatus.held} and ask_at is not null;
create index deposit_hold_live on deposit_hold (merchant_id, order_id) where status = {authHoldStatus.held} and ask_at is not null;
select tenant_table('deposit_hold');
select order_scoped('deposit_hold');

create table deposit_deduction (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  deposit_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  lines jsonb not null,
  mode smallint not null,
  result smallint check (result between 1 and 3),
  reason text not null default '',
  photo_ids bigint[] not null default '{}',
  out_request_no text not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- What a return gives back of a deduction goes into the deposit again; captured = Σ amount − refunded of successes.
  refunded_fen bigint not null default 0,
  -- A deduction out of a hold is new money by the way of the hold; one out of a paid deposit has no way. tied_fen is what of
  -- the hold it takes with it: its own amount, and the rest where a capture ends the hold.
  hold_id bigint,
  pay_way smallint,
  tied_fen bigint not null default 0 check (tied_fen >= 0),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, deposit_id) references deposit (merchant_id, id),
  check (refunded_fen between 0 and amount_fen)
);
comment on column deposit_deduction.result is '1 失败 2 成功 3 已退款; null while the answer is awaited';
create unique index deposit_deduction_no on deposit_deduction (merchant_id, out_request_no);
create index deposit_deduction_order on deposit_deduction (merchant_id, order_id);
select tenant_table('deposit_deduction');
select order_scoped('deposit_deduction');

-- Of an order that owes so much. The rental deposit answers for a debt first: `heldBackFen` of packages/domain/src/money/deposit.
create function deposits_free(of_merchant bigint, of_order bigint, owed_fen bigint, out rental boolean, out violation_at timestamptz)
language sql stable set search_path = public as $$
  select
    coalesce(bool_or(d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and (owed_fen <= 0 or owed_fen < d.rental_fen)), false),
    max(d.due_release_at) filter (where d.kind = {depositKind.violation} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and (owed_fen <= 0 or owed_fen < d.all_fen))
  from (
    select kind, hold_status, due_release_at,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = {depositKind.rental}) over () as rental_fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free(bigint,bigint,bigint) owner to definer;
revoke all on function deposits_free(bigint,bigint,bigint) from public;

-- As `heldBackFen` of packages/domain/src/money/deposit: the rental deposit answers for expected damage with a fifth on top, then for debts.
create function deposits_free(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, out rental boolean, out violation_at timestamptz)
language sql stable set search_path = public as $$
  select
    coalesce(bool_or(d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})
      and (owed_fen <= 0 and damage_fen = 0 or greatest(owed_fen, 0) + round(damage_fen * 12 / 10.0) < d.rental_fen)), false),
    max(d.due_release_at) filter (where d.kind = {depositKind.violation} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and (owed_fen <= 0 or owed_fen < d.all_fen))
  from (
    select kind, hold_status, due_release_at,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = {depositKind.rental}) over () as rental_fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free(bigint,bigint,bigint,bigint) owner to definer;
revoke all on function deposits_free(bigint,bigint,bigint,bigint) from public;

create function deposits_free_fen(of_merchant bigint, of_order bigint, owed_fen bigint, out rental bigint, out violation bigint)
language sql stable set search_path = public as $$
  select
    coalesce(max(greatest(0, d.fen - greatest(0, owed_fen))) filter (where d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0),
    coalesce(max(greatest(0, least(d.fen, d.all_fen - greatest(0, owed_fen)))) filter (where d.kind = {depositKind.violation} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0)
  from (
    select kind, hold_status, held_fen - captured_fen - released_fen - in_flight_fen as fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free_fen(bigint,bigint,bigint) owner to definer;
revoke all on function deposits_free_fen(bigint,bigint,bigint) from public;

create function deposits_free_fen(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, out rental bigint, out violation bigint)
language sql stable set search_path = public as $$
  select
    coalesce(max(greatest(0, d.fen - greatest(0, owed_fen) - round(damage_fen * 12 / 10.0)::bigint))
      filter (where d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0),
    coalesce(max(greatest(0, least(d.fen, d.all_fen - greatest(0, owed_fen)))) filter (where d.kind = {depositKind.violation} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0)
  from (
    select kind, hold_status, held_fen - captured_fen - released_fen - in_flight_fen as fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free_fen(bigint,bigint,bigint,bigint) owner to definer;
revoke all on function deposits_free_fen(bigint,bigint,bigint,bigint) from public;

create function order_owes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select f.rental, f.violation_at, m.rental, m.violation
    into new.rental_free, new.violation_free_at, new.rental_free_fen, new.violation_free_fen
    from deposits_free(new.merchant_id, new.id, new.owed_fen, new.expected_damage_fen) f,
      deposits_free_fen(new.merchant_id, new.id, new.owed_fen, new.expected_damage_fen) m;
  return new;
end $$;
alter function order_owes() owner to definer;
revoke all on function order_owes() from public;
create trigger owes before update of owed_fen on "order" for each row when (old.owed_fen <> new.owed_fen)
  execute function order_owes();
create trigger expects_damage before update of expected_damage_fen on "order" for each row
  when (old.expected_damage_fen <> new.expected_damage_fen) execute function order_owes();

create function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
      violation_free_fen = m.violation
    from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen, p.expected_damage_fen) f,
      deposits_free_fen(p.merchant_id, p.id, p.owed_fen, p.expected_damage_fen) m
    where p.merchant_id = new.merchant_id and p.id = new.order_id and o.merchant_id = new.merchant_id and o.id = new.order_id
      and (o.rental_free, o.violation_free_at, o.rental_free_fen, o.violation_free_fen)
        is distinct from (f.rental, f.violation_at, m.rental, m.violation);
  return null;
end $$;
alter function deposit_tells_order() owner to definer;
revoke all on function deposit_tells_order() from public;
-- A deposit that is only asked for frees nothing.
create trigger tells_order_new after insert on deposit for each row when (new.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}))
  execute function deposit_tells_order();
create trigger tells_order after update on deposit for each row
  when ((old.hold_status, old.held_fen, old.captured_fen, old.released_fen, old.in_flight_fen, old.due_release_at)
    is distinct from (new.hold_status, new.held_fen, new.captured_fen, new.released_fen, new.in_flight_fen, new.due_release_at))
  execute function deposit_tells_order();

select grant_as_tenant();
