-- Cases of damage (车损): what is broken, what it costs, who answers for it. `worth_fen` is what a car was worth that does not
-- come back; 0 for one that is repaired. `payable_fen` is what the customer owes of it (journal 11), fixed when it is
-- assessed; `expected_fen` is the same before.
create table damage_order (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  vehicle_id bigint not null,
  damaged_parts jsonb not null default '[]',
  worth_fen bigint not null default 0 check (worth_fen >= 0),
  downtime_days int not null default 0 check (downtime_days between 0 and 365),
  downtime_fen bigint not null default 0 check (downtime_fen >= 0),
  depreciation_fen bigint not null default 0 check (depreciation_fen >= 0),
  other_fen bigint not null default 0 check (other_fen >= 0),
  covered_fen bigint not null default 0 check (covered_fen >= 0),
  liability smallint not null check (liability between 1 and 3),
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null,
  status smallint not null default 0 check (status between 0 and 3),
  expected_fen bigint not null default 0 check (expected_fen >= 0),
  payable_fen bigint check (payable_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  withdrawn_fen bigint not null default 0 check (withdrawn_fen >= 0),
  close_reason text not null default '' check (length(close_reason) <= 200),
  assessed_at timestamptz,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  check (worth_fen > 0 or jsonb_array_length(damaged_parts) > 0),
  check (cardinality(photo_ids) > 0),
  check (coalesce(payable_fen, 0) >= refunded_fen + withdrawn_fen)
);
comment on table damage_order is 'status 0 待定损 1 待扣款 2 已完成 3 已关闭; liability 1 客户 2 第三方 3 无责';
create index damage_order_order on damage_order (merchant_id, order_id, id);
create index damage_order_vehicle on damage_order (merchant_id, vehicle_id);
select tenant_table('damage_order');
select order_scoped('damage_order');

-- What cases that are being assessed keep of the rental deposit of their order, before the fifth on top.
alter table "order" add column expected_damage_fen bigint not null default 0 check (expected_damage_fen >= 0);
comment on column "order".expected_damage_fen is 'What the customer is expected to owe of damage that is being assessed';

-- As `heldBackFen` of packages/domain/src/deposit: the rental deposit answers for expected damage with a fifth on top, then for debts.
create function deposits_free(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, out rental boolean, out violation_at timestamptz)
language sql stable set search_path = public as $$
  select
    coalesce(bool_or(d.kind = 1 and d.hold_status in (1, 2)
      and (owed_fen <= 0 and damage_fen = 0 or greatest(owed_fen, 0) + round(damage_fen * 12 / 10.0) < d.rental_fen)), false),
    max(d.due_release_at) filter (where d.kind = 2 and d.hold_status in (1, 2) and (owed_fen <= 0 or owed_fen < d.all_fen))
  from (
    select kind, hold_status, due_release_at,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) filter (where kind = 1) over () as rental_fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;

create function deposits_free_fen(
  of_merchant bigint, of_order bigint, owed_fen bigint, damage_fen bigint, out rental bigint, out violation bigint)
language sql stable set search_path = public as $$
  select
    coalesce(max(greatest(0, d.fen - greatest(0, owed_fen) - round(damage_fen * 12 / 10.0)::bigint))
      filter (where d.kind = 1 and d.hold_status in (1, 2)), 0),
    coalesce(max(greatest(0, least(d.fen, d.all_fen - greatest(0, owed_fen)))) filter (where d.kind = 2 and d.hold_status in (1, 2)), 0)
  from (
    select kind, hold_status, held_fen - captured_fen - released_fen - in_flight_fen as fen,
      sum(held_fen - captured_fen - released_fen - in_flight_fen) over () as all_fen
    from deposit where merchant_id = of_merchant and order_id = of_order) d
$$;

create or replace function order_owes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select f.rental, f.violation_at, m.rental, m.violation
    into new.rental_free, new.violation_free_at, new.rental_free_fen, new.violation_free_fen
    from deposits_free(new.merchant_id, new.id, new.owed_fen, new.expected_damage_fen) f,
      deposits_free_fen(new.merchant_id, new.id, new.owed_fen, new.expected_damage_fen) m;
  return new;
end $$;
create trigger expects_damage before update of expected_damage_fen on "order" for each row
  when (old.expected_damage_fen <> new.expected_damage_fen) execute function order_owes();

create or replace function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
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

alter function deposits_free(bigint, bigint, bigint, bigint) owner to definer;
alter function deposits_free_fen(bigint, bigint, bigint, bigint) owner to definer;
revoke all on function deposits_free(bigint, bigint, bigint, bigint), deposits_free_fen(bigint, bigint, bigint, bigint) from public;
