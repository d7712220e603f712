-- What of the deposits that are due goes back, in fen, kept with whether anything does (0053): home says the sum, and adding it up
-- would read the deposits of every order that waits. The rental deposit answers for a debt first, as in `heldBackFen`.
alter table "order"
  add column rental_free_fen bigint not null default 0,
  add column violation_free_fen bigint not null default 0;
comment on column "order".rental_free_fen is 'What of its rental deposit goes back as things stand, fen';
comment on column "order".violation_free_fen is 'What of its violation deposit goes back as things stand, fen, from its day on';

create function deposits_free_fen(of_merchant bigint, of_order bigint, owed_fen bigint, out rental bigint, out violation bigint)
language sql stable set search_path = public as $$
  select
    coalesce(max(greatest(0, d.fen - greatest(0, owed_fen))) filter (where d.kind = 1 and d.hold_status in (1, 2)), 0),
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
    from deposits_free(new.merchant_id, new.id, new.owed_fen) f, deposits_free_fen(new.merchant_id, new.id, new.owed_fen) m;
  return new;
end $$;

create or replace function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
      violation_free_fen = m.violation
    from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen) f, deposits_free_fen(p.merchant_id, p.id, p.owed_fen) m
    where p.merchant_id = new.merchant_id and p.id = new.order_id and o.merchant_id = new.merchant_id and o.id = new.order_id
      and (o.rental_free, o.violation_free_at, o.rental_free_fen, o.violation_free_fen)
        is distinct from (f.rental, f.violation_at, m.rental, m.violation);
  return null;
end $$;

grant update (rental_free_fen, violation_free_fen) on "order" to definer;
alter function deposits_free_fen(bigint, bigint, bigint) owner to definer;
revoke all on function deposits_free_fen(bigint, bigint, bigint) from public;

-- The rows there are. Nobody is told: what is seen stays the same.
alter table "order" disable trigger told;
update "order" o set rental_free_fen = m.rental, violation_free_fen = m.violation
  from "order" p, lateral deposits_free_fen(p.merchant_id, p.id, p.owed_fen) m
  where (p.rental_free or p.violation_free_at is not null) and o.merchant_id = p.merchant_id and o.id = p.id;
alter table "order" enable trigger told;

-- The sums without the rows.
drop index order_rental_free, order_violation_free;
create index order_rental_free on "order" (merchant_id, order_kind, id)
  include (store_id, return_store_id, created_by, rental_free_fen) where status = 6 and rental_free;
create index order_violation_free on "order" (merchant_id, order_kind, violation_free_at, id)
  include (store_id, return_store_id, created_by, violation_free_fen) where status = 6 and violation_free_at is not null;
