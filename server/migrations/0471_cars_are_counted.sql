-- needs: 0015
-- Cars are counted and no more summed by triggers: 2,000 of them are a few pages of an index. What a sum comes to in all stores is
-- added up from those of the stores. The sums of orders and of what was billed stay (0015).
drop trigger tallied_too on vehicle;
drop trigger tallied on vehicle;
drop trigger tallied_new on occupancy;
drop trigger tallied_gone on occupancy;
drop trigger tallied on occupancy;
drop function tally_vehicle();
drop function tally_rented();
delete from tally where name in ('vehicle', 'rented');
delete from tally_change where name in ('vehicle', 'rented');
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "billed <date>" sums fen billed (J1, J3)';

create or replace function tally_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tally', merchant()));
  with gone as (delete from tally_change where merchant_id = merchant() returning name, store_id, return_store_id, n)
  insert into tally (name, store_id, return_store_id, n)
  select name, store_id, return_store_id, sum(n) from gone group by name, store_id, return_store_id having sum(n) <> 0
  on conflict (merchant_id, name, store_id, return_store_id) do update set n = tally.n + excluded.n;
end $$;

create or replace function tally_anew() returns void language sql set search_path = public as $$
  truncate tally, tally_change;
  insert into tally (merchant_id, name, store_id, return_store_id, n)
  select merchant_id, 'order ' || order_kind || ' ' || status, store_id, return_store_id, count(*)
    from "order" where status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted} group by 1, 2, 3, 4
  union all
  select o.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
    from ledger_txn t
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) group by 1, 2, 3, 4
  order by 1, 2, 3, 4;
$$;

drop table tally_total;
