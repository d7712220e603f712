-- What is on its way back pays nothing (`dueFen` of packages/domain/src/money/debt/due.ts): deposits that are free, what is open of a
-- prepayment and the orders that are owed for go by what is due, as whoever settles does.
create or replace function order_owes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select f.rental, f.violation_at, m.rental, m.violation
    into new.rental_free, new.violation_free_at, new.rental_free_fen, new.violation_free_fen
    from deposits_free(new.merchant_id, new.id, new.owed_fen + new.refunding_fen, new.expected_damage_fen) f,
      deposits_free_fen(new.merchant_id, new.id, new.owed_fen + new.refunding_fen, new.expected_damage_fen) m;
  return new;
end $$;
drop trigger owes on "order";
create trigger owes before update of owed_fen, refunding_fen on "order" for each row
  when (old.owed_fen + old.refunding_fen <> new.owed_fen + new.refunding_fen) execute function order_owes();

create or replace function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
      violation_free_fen = m.violation
    from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen) f,
      deposits_free_fen(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen) m
    where p.merchant_id = new.merchant_id and p.id = new.order_id and o.merchant_id = new.merchant_id and o.id = new.order_id
      and (o.rental_free, o.violation_free_at, o.rental_free_fen, o.violation_free_fen)
        is distinct from (f.rental, f.violation_at, m.rental, m.violation);
  return null;
end $$;

create or replace function order_prepays() returns trigger language plpgsql as $$
begin
  new.prepay_due_fen := case when new.prepay_fen is null or new.status not between {orderStatus.submitted} and {orderStatus.arranged} then 0
    else greatest(0, least(new.owed_fen + new.refunding_fen,
      new.prepay_fen - new.paid_fen + new.refunded_fen + new.refunding_fen - new.refund_expense_fen)) end;
  return new;
end $$;
drop trigger prepays on "order";
create trigger prepays before insert or update of prepay_fen, status, owed_fen, refunding_fen, paid_fen, refunded_fen, refund_expense_fen
  on "order" for each row when (new.prepay_fen is not null or new.prepay_due_fen <> 0) execute function order_prepays();

drop index order_debt;
create index order_debt on "order" (merchant_id, order_kind, id)
  include (owed_fen, refunding_fen, store_id, return_store_id, created_by)
  where owed_fen + refunding_fen > 0 and status >= {orderStatus.returned};

update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
    violation_free_fen = m.violation
  from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen) f,
    deposits_free_fen(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen) m
 where p.refunding_fen > 0 and o.merchant_id = p.merchant_id and o.id = p.id;
update "order" set prepay_fen = prepay_fen where prepay_fen is not null and refunding_fen > 0;
