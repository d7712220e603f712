-- What was billed on a day (0054) is what was sold of it: an order that was never paid for or called off (J4, J5) takes its price
-- out of the day of that. Home told of orders that were cancelled again as of income.
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "billed <date>" sums fen billed (J1, J3) less what was called off (J4, J5); "vehicle" counts cars in service by home and current store, "rented" those of them that are out';

create or replace function tally_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select o.merchant_id, 'order ' || o.order_kind || ' ' || o.status, o.store_id, o.return_store_id, o.n
    from (values
      (old.merchant_id, old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id, -1),
      (new.merchant_id, new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id, 1))
      o (merchant_id, order_kind, status, prev_status, store_id, return_store_id, n)
   where o.merchant_id is not null and (o.status <> 8 or o.prev_status is distinct from 0);
  -- What was billed goes along to other stores.
  if (old.store_id, old.return_store_id) <> (new.store_id, new.return_store_id) then
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select e.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), s.store_id, s.return_store_id,
        s.sign * sum(e.credit_fen - e.debit_fen)
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned',
        (values (old.store_id, old.return_store_id, -1), (new.store_id, new.return_store_id, 1)) s (store_id, return_store_id, sign)
     where t.merchant_id = new.merchant_id and t.order_id = new.id and t.journal in (1, 3, 4, 5)
     group by e.merchant_id, t.posted_on, s.store_id, s.return_store_id, s.sign;
  end if;
  return null;
end $$;

create or replace function tally_billed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select new.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, new.credit_fen - new.debit_fen
    from ledger_txn t join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.merchant_id = new.merchant_id and t.id = new.txn_id and t.journal in (1, 3, 4, 5);
  return null;
end $$;

create or replace function tally_anew() returns void language sql set search_path = public as $$
  truncate tally, tally_change, tally_total;
  insert into tally (merchant_id, name, store_id, return_store_id, n)
  select merchant_id, 'order ' || order_kind || ' ' || status, store_id, return_store_id, count(*)
    from "order" where status <> 8 or prev_status is distinct from 0 group by 1, 2, 3, 4
  union all
  select o.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
    from ledger_txn t
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.journal in (1, 3, 4, 5) group by 1, 2, 3, 4
  union all
  select merchant_id, 'vehicle', home_store_id, current_store_id, count(*) from vehicle where lifecycle = 1 group by 1, 3, 4
  union all
  select v.merchant_id, 'rented', v.home_store_id, v.current_store_id, count(*)
    from occupancy o join vehicle v on v.merchant_id = o.merchant_id and v.id = o.vehicle_id
   where o.on_rent and o.active and v.lifecycle = 1 group by 1, 3, 4
  order by 1, 2, 3, 4;
  insert into tally_total (merchant_id, name, n) select merchant_id, name, sum(n) from tally group by 1, 2 order by 1, 2;
$$;

select tally_anew();
