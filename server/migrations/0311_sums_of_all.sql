-- What a sum comes to in all stores is kept beside what it comes to in each: who sees the whole merchant read 27 rows for each
-- day that home shows, and 208 for the tabs of the list.
create table tally_total (
  merchant_id bigint not null default merchant(),
  name text not null,
  n bigint not null,
  primary key (merchant_id, name) include (n)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table tally_total is 'tally, all stores together; changes that are not folded yet stand in tally_change alone';
select tenant_table('tally_total', '');
create policy scope on tally_total as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant insert, update, delete on tally_total to definer;

create or replace function tally_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tally', merchant()));
  with gone as (delete from tally_change where merchant_id = merchant() returning name, store_id, return_store_id, n),
    total as (insert into tally_total (name, n)
      select name, sum(n) from gone group by name having sum(n) <> 0
      on conflict (merchant_id, name) do update set n = tally_total.n + excluded.n)
  insert into tally (name, store_id, return_store_id, n)
  select name, store_id, return_store_id, sum(n) from gone group by name, store_id, return_store_id having sum(n) <> 0
  on conflict (merchant_id, name, store_id, return_store_id) do update set n = tally.n + excluded.n;
end $$;

-- Cars in service, and those of them that are out, by the two stores whose staff see them: where they belong and where they
-- stand (0310 kept the first alone). Home went through 919 cars that were out, and for staff through the cars of their stores.
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "billed <date>" sums fen billed (J1, J3); "vehicle" counts cars in service by home and current store, "rented" those of them that are out';
create or replace function tally_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select v.merchant_id, s.name, v.home_store_id, v.current_store_id, v.n
    from (values (old.merchant_id, old.id, old.lifecycle, old.home_store_id, old.current_store_id, -1),
        (new.merchant_id, new.id, new.lifecycle, new.home_store_id, new.current_store_id, 1))
      v (merchant_id, id, lifecycle, home_store_id, current_store_id, n),
      (values ('vehicle'), ('rented')) s (name)
   where v.lifecycle = 1 and (s.name = 'vehicle'
      or exists (select from occupancy o where o.merchant_id = v.merchant_id and o.vehicle_id = v.id and o.on_rent and o.active));
  return null;
end $$;
drop trigger tallied on vehicle;
create trigger tallied after update of lifecycle, home_store_id, current_store_id on vehicle for each row
  when ((old.lifecycle, old.home_store_id, old.current_store_id) is distinct from (new.lifecycle, new.home_store_id, new.current_store_id))
  execute function tally_vehicle();

-- The car is locked, as handovers lock it before: what it is, and where, does not change until both are written.
create function tally_rented() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select v.merchant_id, 'rented', v.home_store_id, v.current_store_id, o.n
    from (values (old.merchant_id, old.vehicle_id, old.on_rent and old.active, -1), (new.merchant_id, new.vehicle_id, new.on_rent and new.active, 1))
      o (merchant_id, vehicle_id, is_out, n), lateral (
        select * from vehicle v where v.merchant_id = o.merchant_id and v.id = o.vehicle_id and v.lifecycle = 1 for share) v
   where o.is_out;
  return null;
end $$;
-- Whose orders are their own see the cars of their stores.
do $$
declare name text;
begin
  foreach name in array array['tally', 'tally_change'] loop
    execute format($policy$alter policy scope on %I using (
      case (select current_setting('app.scope'))
        when 'all' then true
        when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
          or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        when 'own' then name in ('vehicle', 'rented')
          and (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
            or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
        else false
      end)$policy$, name);
  end loop;
end $$;
grant update (updated_at) on vehicle to definer;
alter function tally_rented() owner to definer;
revoke all on function tally_rented() from public;
create trigger tallied_new after insert on occupancy for each row when (new.on_rent and new.active) execute function tally_rented();
create trigger tallied_gone after delete on occupancy for each row when (old.on_rent and old.active) execute function tally_rented();
create trigger tallied after update of on_rent, active, vehicle_id on occupancy for each row
  when ((old.on_rent and old.active, old.vehicle_id) is distinct from (new.on_rent and new.active, new.vehicle_id))
  execute function tally_rented();
drop index vehicle_standing;

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
   where t.journal in (1, 3) group by 1, 2, 3, 4
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
