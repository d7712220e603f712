-- The list of garages shows of each its open tickets and what its tickets cost this year. Counted from the tickets, a page read all that
-- the garage ever had. They are sums of tally now: "garage <id> open" and "garage <id> <year>" in fen, by the store of the ticket.
do $do$
declare sums text;
begin
  foreach sums in array array['tally', 'tally_change'] loop
    execute format($policy$alter policy scope on %I using (
    case (select current_setting('app.scope'))
      when 'all' then true
      when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      when 'own' then (name in ('vehicle', 'rented') or starts_with(name, 'garage '))
        and (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
          or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
      else false
    end)$policy$, sums);
  end loop;
end $do$;

-- A cost without a day is one of the day of the inspection, and of no year without any.
create function garage_sums_of(t ticket) returns table (name text, n bigint)
  language sql stable set search_path = public as $$
  select 'garage ' || t.garage_id || ' open', 1::bigint
   where t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking})
     or t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.waiting}, {yearlyStatus.running}, {yearlyStatus.again})
  union all
  select 'garage ' || t.garage_id || ' ' || left(coalesce(c ->> 'on', to_char(t.inspected_on, 'YYYY-MM-DD')), 4), sum((c ->> 'amount')::bigint)::bigint
    from jsonb_array_elements(t.costs) c where coalesce(c ->> 'on', to_char(t.inspected_on, 'YYYY-MM-DD')) is not null group by 1
$$;
revoke all on function garage_sums_of(ticket) from public;
grant execute on function garage_sums_of(ticket) to definer;
create function tally_ticket() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select s.merchant_id, s.name, s.store_id, s.store_id, sum(s.n) from (
    select old.merchant_id, old.store_id, o.name, -o.n as n from garage_sums_of(old) o where old.garage_id is not null
    union all
    select new.merchant_id, new.store_id, o.name, o.n from garage_sums_of(new) o where new.garage_id is not null) s
   group by 1, 2, 3 having sum(s.n) <> 0;
  return null;
end $$;
alter function tally_ticket() owner to definer;
revoke all on function tally_ticket() from public;
create trigger tallied_new after insert on ticket for each row when (new.garage_id is not null) execute function tally_ticket();
create trigger tallied after update of garage_id, store_id, status, costs, inspected_on on ticket for each row
  when ((old.garage_id is not null or new.garage_id is not null)
    and (old.garage_id, old.store_id, old.status, old.costs, old.inspected_on) is distinct from (new.garage_id, new.store_id, new.status, new.costs, new.inspected_on))
  execute function tally_ticket();

create function tally_tickets() returns void language sql set search_path = public as $$
  insert into tally_change (merchant_id, name, store_id, return_store_id, n)
  select t.merchant_id, s.name, t.store_id, t.store_id, sum(s.n) from ticket t cross join lateral garage_sums_of(t) s
   where t.garage_id is not null group by 1, 2, 3
$$;
revoke all on function tally_tickets() from public;
select tally_tickets();
