-- What a violation costs the customer: a claim of its order, as a case of damage is (journal 12).
alter table violation
  add column agency_fen bigint not null default 0 check (agency_fen >= 0),
  add column penalty_fen bigint not null default 0 check (penalty_fen >= 0),
  -- What of the fine is passed on; the merchant has paid it.
  add column passed_fen bigint not null default 0 check (passed_fen >= 0),
  add column payable_fen bigint check (payable_fen is null or payable_fen = agency_fen + penalty_fen + passed_fen and order_id is not null),
  add column refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  add column withdrawn_fen bigint not null default 0 check (withdrawn_fen >= 0 and coalesce(payable_fen, 0) >= refunded_fen + withdrawn_fen),
  add column deduct_state smallint not null default {deductState.none} check (deduct_state between 0 and 4),
  add column charged_at timestamptz,
  add column charged_by bigint,
  add column notified_at timestamptz,
  add column closed_at timestamptz,
  -- Who agreed that the merchant pays it for the customer, and how: {way, by, at}.
  add column agency_consent jsonb;
comment on column violation.deduct_state is '0 无需 1 待扣 2 已扣 4 已免除; 3 扣款失败 is what its last deduction says of one that is due';
comment on column violation.payable_fen is 'What the customer owes of it, fen; null while nothing was charged';
create index violation_claim on violation (merchant_id, order_id) where deduct_state = {deductState.due};
create index violation_deadline on violation (merchant_id, deadline_at) where status = {violationStatus.byCustomer};

-- A fine that the merchant paid (journal 12): by which way, out of whose cashShift, with which proof. Charged on, or borne by itself.
create table violation_fine (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  violation_id bigint not null,
  store_id bigint not null,
  shift_id bigint,
  amount_fen bigint not null check (amount_fen > 0),
  pay_way smallint not null,
  slip_no text not null default '',
  voucher_ids bigint[] not null default '{}',
  -- What of it nobody pays back to the merchant.
  borne_fen bigint not null default 0 check (borne_fen between 0 and amount_fen),
  taken_back_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, violation_id) references violation (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
create unique index violation_fine_once on violation_fine (merchant_id, violation_id) where taken_back_at is null;
select tenant_table('violation_fine');
-- Seen by who sees its violation.
create policy scope on violation_fine as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or exists (select from violation i where i.merchant_id = violation_fine.merchant_id and i.id = violation_fine.violation_id));

-- Violations that are open keep the whole violation deposit: `heldBackFen` of packages/domain/src/money/deposit.
create function deposits_free(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, violations int, out rental boolean, out violation_at timestamptz)
language sql stable set search_path = public as $$
  select
    coalesce(bool_or(d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})
      and (owed_fen <= 0 and damage_fen = 0 or greatest(owed_fen, 0) + round(damage_fen * 12 / 10.0) < d.rental_fen)), false),
    max(d.due_release_at) filter (where violations = 0 and d.kind = {depositKind.violation}
      and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}) and (owed_fen <= 0 or owed_fen < d.all_fen))
  from (
    select kind, hold_status, due_release_at,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = {depositKind.rental}) over () as rental_fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free(bigint,bigint,bigint,bigint,int) owner to definer;
revoke all on function deposits_free(bigint,bigint,bigint,bigint,int) from public;

create function deposits_free_fen(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, violations int, out rental bigint, out violation bigint)
language sql stable set search_path = public as $$
  select
    coalesce(max(greatest(0, d.fen - greatest(0, owed_fen) - round(damage_fen * 12 / 10.0)::bigint))
      filter (where d.kind = {depositKind.rental} and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0),
    coalesce(max(greatest(0, least(d.fen, d.all_fen - greatest(0, owed_fen)))) filter (where violations = 0 and d.kind = {depositKind.violation}
      and d.hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted})), 0)
  from (
    select kind, hold_status, held_fen - captured_fen - released_fen - in_flight_fen as fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;
alter function deposits_free_fen(bigint,bigint,bigint,bigint,int) owner to definer;
revoke all on function deposits_free_fen(bigint,bigint,bigint,bigint,int) from public;

create or replace function order_owes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select f.rental, f.violation_at, m.rental, m.violation
    into new.rental_free, new.violation_free_at, new.rental_free_fen, new.violation_free_fen
    from deposits_free(new.merchant_id, new.id, new.owed_fen + new.refunding_fen, new.expected_damage_fen, new.open_violations) f,
      deposits_free_fen(new.merchant_id, new.id, new.owed_fen + new.refunding_fen, new.expected_damage_fen, new.open_violations) m;
  return new;
end $$;
create trigger fined before update of open_violations on "order" for each row
  when ((old.open_violations = 0) <> (new.open_violations = 0)) execute function order_owes();

create or replace function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
      violation_free_fen = m.violation
    from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen, p.open_violations) f,
      deposits_free_fen(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen, p.open_violations) m
    where p.merchant_id = new.merchant_id and p.id = new.order_id and o.merchant_id = new.merchant_id and o.id = new.order_id
      and (o.rental_free, o.violation_free_at, o.rental_free_fen, o.violation_free_fen)
        is distinct from (f.rental, f.violation_at, m.rental, m.violation);
  return null;
end $$;
drop function deposits_free(bigint,bigint,bigint,bigint);
drop function deposits_free_fen(bigint,bigint,bigint,bigint);

update "order" set violation_free_at = null, violation_free_fen = 0
  where open_violations > 0 and (violation_free_at is not null or violation_free_fen <> 0);
