-- needs: 0681
-- How many long orders have an instalment due, or late, is kept as the counts of statuses are (0015): each that waited cost the first
-- page of the list two lookups. Late is what the job writes, so that its sum moves with that row. What is due comes by its date, with
-- no row written: its sums are named by that date, and what is due today is those up to it. `0` stands before all dates.
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "plan <kind> <date>" those whose next instalment is due on it and none late, "plan <kind> 0" those of which one is late; "billed <date>" sums fen billed (J1, J3)';

create or replace function tally_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select o.merchant_id, s.name, o.store_id, o.return_store_id, sum(o.n)
    from (values
      (old.merchant_id, old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id, old.next_due_on, old.next_due_fen, old.instalments_overdue, -1),
      (new.merchant_id, new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id, new.next_due_on, new.next_due_fen, new.instalments_overdue, 1))
      o (merchant_id, order_kind, status, prev_status, store_id, return_store_id, next_due_on, next_due_fen, instalments_overdue, n),
      lateral (values
        ('order ' || o.order_kind || ' ' || o.status),
        (case
          when o.next_due_fen <= 0 or o.next_due_on is null or o.status in ({orderStatus.notSubmitted}, {orderStatus.submitted}) then null
          else 'plan ' || o.order_kind || ' ' || case when o.instalments_overdue > 0 then '0' else to_char(o.next_due_on, 'YYYY-MM-DD') end end)) s (name)
   where o.merchant_id is not null and s.name is not null
     and (o.status <> {orderStatus.cancelled} or o.prev_status is distinct from {orderStatus.notSubmitted})
   group by o.merchant_id, s.name, o.store_id, o.return_store_id having sum(o.n) <> 0;
  -- What was billed goes along to other stores.
  if (old.store_id, old.return_store_id) <> (new.store_id, new.return_store_id) then
    insert into tally_change (merchant_id, name, store_id, return_store_id, n)
    select e.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), s.store_id, s.return_store_id,
        s.sign * sum(e.credit_fen - e.debit_fen)
      from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned',
        (values (old.store_id, old.return_store_id, -1), (new.store_id, new.return_store_id, 1)) s (store_id, return_store_id, sign)
     where t.merchant_id = new.merchant_id and t.order_id = new.id and t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff})
     group by e.merchant_id, t.posted_on, s.store_id, s.return_store_id, s.sign;
  end if;
  return null;
end $$;
drop trigger tallied on "order";
create trigger tallied after update of order_kind, status, prev_status, store_id, return_store_id, next_due_on, next_due_fen, instalments_overdue on "order" for each row
  when ((old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id, old.next_due_on, old.next_due_fen > 0, old.instalments_overdue > 0)
    is distinct from (new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id, new.next_due_on, new.next_due_fen > 0, new.instalments_overdue > 0))
  execute function tally_order();

-- Dates pass, and their sums come to nothing: those go, since whoever counts what is due reads all dates before.
create or replace function tally_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tally', merchant()));
  with gone as (delete from tally_change where merchant_id = merchant() returning name, store_id, return_store_id, n)
  insert into tally (name, store_id, return_store_id, n)
  select name, store_id, return_store_id, sum(n) from gone group by name, store_id, return_store_id having sum(n) <> 0
  on conflict (merchant_id, name, store_id, return_store_id) do update set n = tally.n + excluded.n;
  delete from tally where merchant_id = merchant() and name >= 'plan ' and name < 'plan!' and n = 0;
end $$;

create or replace function tally_anew() returns void language sql set search_path = public as $$
  truncate tally, tally_change;
  insert into tally (merchant_id, name, store_id, return_store_id, n)
  select merchant_id, 'order ' || order_kind || ' ' || status, store_id, return_store_id, count(*)
    from "order" where status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted} group by 1, 2, 3, 4
  union all
  select merchant_id, 'plan ' || order_kind || ' ' || case when instalments_overdue > 0 then '0' else to_char(next_due_on, 'YYYY-MM-DD') end,
      store_id, return_store_id, count(*)
    from "order" where next_due_fen > 0 and next_due_on is not null and status not in ({orderStatus.notSubmitted}, {orderStatus.submitted})
     and (status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted}) group by 1, 2, 3, 4
  union all
  select o.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
    from ledger_txn t
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
      join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.journal in ({journal.billed}, {journal.subsidised}, {journal.closed}, {journal.calledOff}) group by 1, 2, 3, 4
  order by 1, 2, 3, 4;
$$;

insert into tally (merchant_id, name, store_id, return_store_id, n)
select merchant_id, 'plan ' || order_kind || ' ' || case when instalments_overdue > 0 then '0' else to_char(next_due_on, 'YYYY-MM-DD') end,
    store_id, return_store_id, count(*)
  from "order" where next_due_fen > 0 and next_due_on is not null and status not in ({orderStatus.notSubmitted}, {orderStatus.submitted})
   and (status <> {orderStatus.cancelled} or prev_status is distinct from {orderStatus.notSubmitted}) group by 1, 2, 3, 4;

-- Each tab walks its own orders from the oldest: those that are late stood before all that are due.
drop index order_plan_due;
create index order_plan_due on "order" (merchant_id, next_due_on, id) where next_due_fen > 0 and instalments_overdue = 0;
create index order_plan_late on "order" (merchant_id, next_due_on, id) where next_due_fen > 0 and instalments_overdue > 0;
create or replace function timer_due_instalmentreminder(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from (
      select * from "order" where next_due_fen > 0 and instalments_overdue = 0
      union all
      select * from "order" where next_due_fen > 0 and instalments_overdue > 0) o
   where o.id > after_id
     and o.status in ({orderStatus.confirmed}, {orderStatus.arranged}, {orderStatus.pickedUp}, {orderStatus.returned})
     and o.next_due_on <= (now_at at time zone 'Asia/Shanghai')::date + 3
   order by o.id limit most
$$;
