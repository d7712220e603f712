-- Home counts the cars of a merchant from a sum that is kept, as orders are (0054): those in service by where they belong. Going
-- through 2,000 of them was half of what home spends on the fleet.
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "billed <date>" sums fen billed (J1, J3); "vehicle" counts cars in service by their home store, as both';

create function tally_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select v.merchant_id, 'vehicle', v.home_store_id, v.home_store_id, v.n
    from (values (old.merchant_id, old.lifecycle, old.home_store_id, -1), (new.merchant_id, new.lifecycle, new.home_store_id, 1))
      v (merchant_id, lifecycle, home_store_id, n)
   where v.lifecycle = 1;
  return null;
end $$;
alter function tally_vehicle() owner to definer;
revoke all on function tally_vehicle() from public;
create trigger tallied_too after insert or delete on vehicle for each row execute function tally_vehicle();
create trigger tallied after update of lifecycle, home_store_id on vehicle for each row
  when ((old.lifecycle, old.home_store_id) is distinct from (new.lifecycle, new.home_store_id))
  execute function tally_vehicle();

create or replace function tally_anew() returns void language sql set search_path = public as $$
  truncate tally, tally_change;
  insert into tally (merchant_id, name, store_id, return_store_id, n)
  select merchant_id, 'order ' || order_kind || ' ' || status, store_id, return_store_id, count(*)
    from "order" where status <> 8 or prev_status is distinct from 0 group by 1, 2, 3, 4
  union all
  select o.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
    from ledger_txn t
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.journal in (1, 3) group by 1, 2, 3, 4
  union all
  select merchant_id, 'vehicle', home_store_id, home_store_id, count(*) from vehicle where lifecycle = 1 group by 1, 2, 3
  order by 1, 2, 3, 4;
$$;
insert into tally (merchant_id, name, store_id, return_store_id, n)
select merchant_id, 'vehicle', home_store_id, home_store_id, count(*) from vehicle where lifecycle = 1 group by 1, 2, 3;

-- Cars that stand at a store and belong to another: staff of some stores see those as well.
create index vehicle_standing on vehicle (merchant_id, current_store_id) include (id, home_store_id) where lifecycle = 1;
