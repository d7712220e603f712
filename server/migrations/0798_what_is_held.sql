-- What is held of customers was added up from every deposit in the house and every open order, each looked up among all orders and in
-- the books. What an order has not earned yet is kept by the trigger of the sums of the books, a row while it is not nothing; whether a
-- deposit of it is in the house, by the trigger that tells an order of its deposits. The indexes of both carry what is asked.
create table order_unearned (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  fen bigint not null,
  primary key (merchant_id, order_id) include (fen)
);
comment on table order_unearned is 'credit less debit of the account unearned, of each order of which it is not nothing';
select tenant_table('order_unearned', '');
select order_scoped('order_unearned');
grant insert, update, delete on order_unearned to definer;

create or replace function ledger_summed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_change (merchant_id, posted_on, account, n, debit_fen, credit_fen)
  select merchant_id, posted_on, account, count(*), sum(debit_fen), sum(credit_fen) from posted group by 1, 2, 3;
  if exists (select from posted where account = 'unearned' and order_id is not null) then
    insert into order_unearned as u (merchant_id, order_id, fen)
    select merchant_id, order_id, sum(credit_fen - debit_fen) from posted where account = 'unearned' and order_id is not null group by 1, 2
    on conflict (merchant_id, order_id) do update set fen = u.fen + excluded.fen;
    delete from order_unearned u using posted p
     where p.account = 'unearned' and u.merchant_id = p.merchant_id and u.order_id = p.order_id and u.fen = 0;
  end if;
  return null;
end $$;

create or replace function ledger_sums_anew() returns void language sql set search_path = public as $$
  truncate ledger_sum, ledger_change, order_unearned;
  insert into ledger_sum (merchant_id, span, from_on, account, n, debit_fen, credit_fen)
  select e.merchant_id, s.span, s.from_on, e.account, count(*), sum(e.debit_fen), sum(e.credit_fen)
    from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id
      cross join lateral (values ('day', t.posted_on), ('month', date_trunc('month', t.posted_on)::date)) s (span, from_on)
   group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  insert into order_unearned (merchant_id, order_id, fen)
  select merchant_id, order_id, sum(credit_fen - debit_fen) from ledger_entry where account = 'unearned' and order_id is not null
   group by 1, 2 having sum(credit_fen - debit_fen) <> 0 order by 1, 2;
$$;
select ledger_sums_anew();

alter table "order" add column deposit_in_hand boolean not null default false;
comment on column "order".deposit_in_hand is 'something is left of a deposit that is in the house, credit that its provider gives for one too';
grant update (deposit_in_hand) on "order" to definer;
create function has_deposit_in_hand(of_merchant bigint, of_order bigint) returns boolean language sql stable set search_path = public as $$
  select exists (select from deposit where merchant_id = of_merchant and order_id = of_order and held_fen > captured_fen + released_fen
    and hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}, {holdStatus.releasing}, {holdStatus.releaseFailed}))
$$;
alter function has_deposit_in_hand(bigint,bigint) owner to definer;
revoke all on function has_deposit_in_hand(bigint,bigint) from public;

create or replace function deposit_tells_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update "order" o set rental_free = f.rental, violation_free_at = f.violation_at, rental_free_fen = m.rental,
      violation_free_fen = m.violation, deposit_in_hand = h.held
    from "order" p, deposits_free(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen, p.open_violations) f,
      deposits_free_fen(p.merchant_id, p.id, p.owed_fen + p.refunding_fen, p.expected_damage_fen, p.open_violations) m,
      has_deposit_in_hand(p.merchant_id, p.id) h (held)
    where p.merchant_id = new.merchant_id and p.id = new.order_id and o.merchant_id = new.merchant_id and o.id = new.order_id
      and (o.rental_free, o.violation_free_at, o.rental_free_fen, o.violation_free_fen, o.deposit_in_hand)
        is distinct from (f.rental, f.violation_at, m.rental, m.violation, h.held);
  return null;
end $$;
update "order" o set deposit_in_hand = true where has_deposit_in_hand(o.merchant_id, o.id);

create index order_held on "order" (merchant_id, id)
  include (store_id, return_store_id, created_by, status, renter_id, settled_at, cancelled_at, actual_return_at) where deposit_in_hand;
drop index order_prepaid;
create index order_prepaid on "order" (merchant_id, id) include (store_id, return_store_id, created_by, owed_fen, renter_id)
  where status between {orderStatus.submitted} and {orderStatus.pickedUp} and paid_fen + refund_expense_fen > refunded_fen;
drop index deposit_in_hand;
create index deposit_in_hand on deposit (merchant_id, order_id) include (id, kind, held_fen, captured_fen, released_fen, due_release_at)
  where hold_status in ({holdStatus.held}, {holdStatus.partlyDeducted}, {holdStatus.releasing}, {holdStatus.releaseFailed});
create index deposit_hold_left on deposit_hold (merchant_id, deposit_id)
  include (order_id, amount_fen, captured_fen, released_fen, credit, expire_at)
  where amount_fen > captured_fen + released_fen and status not in ({authHoldStatus.waiting}, {authHoldStatus.closed});
