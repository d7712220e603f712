-- Sums that screens begin with and that history makes long to add up: orders of each status, and fen billed on a day, both
-- by the stores of their orders. Whoever writes an order or its books adds a row to `tally_change` and so waits for nobody;
-- a timer adds those rows to `tally` and takes them away. A sum is both together: at every moment exactly what counting the
-- rows that are seen would say.
create table tally (
  merchant_id bigint not null default merchant(),
  name text not null,
  store_id bigint not null,
  return_store_id bigint not null,
  n bigint not null,
  primary key (merchant_id, name, store_id, return_store_id) include (n)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "billed <date>" sums fen billed (J1, J3)';
create table tally_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null,
  store_id bigint not null,
  return_store_id bigint not null,
  n bigint not null,
  primary key (merchant_id, id)
);
select tenant_table('tally', '');
select tenant_table('tally_change', '');
-- As orders are seen; who sees only own orders counts those.
create policy scope on tally as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    else false
  end);
create policy scope on tally_change as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    else false
  end);
grant insert, update, delete on tally, tally_change to definer;
grant select on ledger_txn, ledger_entry to definer;

create function tally_order() returns trigger language plpgsql security definer set search_path = public as $$
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
     where t.merchant_id = new.merchant_id and t.order_id = new.id and t.journal in (1, 3)
     group by e.merchant_id, t.posted_on, s.store_id, s.return_store_id, s.sign;
  end if;
  return null;
end $$;
create trigger tallied_too after insert or delete on "order" for each row execute function tally_order();
create trigger tallied after update of order_kind, status, prev_status, store_id, return_store_id on "order" for each row
  when ((old.order_kind, old.status, old.prev_status, old.store_id, old.return_store_id)
    is distinct from (new.order_kind, new.status, new.prev_status, new.store_id, new.return_store_id))
  execute function tally_order();

create function tally_billed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select new.merchant_id, 'billed ' || to_char(t.posted_on, 'YYYY-MM-DD'), o.store_id, o.return_store_id, new.credit_fen - new.debit_fen
    from ledger_txn t join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
   where t.merchant_id = new.merchant_id and t.id = new.txn_id and t.journal in (1, 3);
  return null;
end $$;
create trigger tallied after insert on ledger_entry for each row when (new.account = 'unearned') execute function tally_billed();

-- Adds the changes of the merchant up, once they are worth it. Two at once do it one after the other.
create function tally_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tally', merchant()));
  with gone as (delete from tally_change where merchant_id = merchant() returning name, store_id, return_store_id, n)
  insert into tally (name, store_id, return_store_id, n)
  select name, store_id, return_store_id, sum(n) from gone group by name, store_id, return_store_id having sum(n) <> 0
  on conflict (merchant_id, name, store_id, return_store_id) do update set n = tally.n + excluded.n;
end $$;
create function timer_due_tallies(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.merchant_id from tally_change c where c.merchant_id > after_id
   group by 1 having count(*) >= 100 order by 1 limit most
$$;

-- Counts everything: for the rows there are, and for who fills tables past the triggers.
create function tally_anew() returns void language sql set search_path = public as $$
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
  order by 1, 2, 3, 4;
$$;

alter function tally_order() owner to definer;
alter function tally_billed() owner to definer;
alter function tally_fold() owner to definer;
alter function timer_due_tallies(timestamptz, bigint, int) owner to definer;
revoke all on function tally_order(), tally_billed(), tally_fold(), timer_due_tallies(timestamptz, bigint, int), tally_anew() from public;
grant execute on function tally_fold() to tenant;
select tally_anew();
