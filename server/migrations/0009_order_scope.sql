-- Row-level security at a fraction of its cost per statement. A policy that looks into another table, whose policy does so
-- again, plans dozens of nodes for every table of a statement, and all of them are built anew at every run, for whoever
-- may see every store too. What store scope has to look up stands in functions, which only those call who need them.
-- `(select current_setting(…))` is worked out once a run, a bare `current_setting(…)` once a row: the latter is for
-- merchant(), which is always the condition of an index.

-- Orders of the narrower scopes: own ones of listed stores, or the one of a link.
create function is_own_order(order_id bigint, store_id bigint, return_store_id bigint, created_by bigint)
returns boolean language plpgsql stable parallel safe as $$
begin
  if current_setting('app.scope') = 'link' then return order_id = current_setting('app.order_id')::bigint; end if;
  return current_setting('app.scope') = 'own'
    and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
    and (created_by = actor() or exists (select from driver_task t
      where t.merchant_id = merchant() and t.order_id = is_own_order.order_id and t.account_id = actor()));
end $$;

do $$ begin
  alter policy scope on "order" using (
    case (select current_setting('app.scope'))
      when 'all' then true
      when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      else is_own_order(id, store_id, return_store_id, created_by)
    end);
end $$;
