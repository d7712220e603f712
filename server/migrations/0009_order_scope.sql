-- Row-level security at a fraction of its cost per statement. A policy that looks into another table, whose policy does so
-- again, plans a dozen nodes for every table of a statement, and all of them are built anew at every run, for whoever may
-- see every store too. What the narrower scopes have to look up stands in functions, which nobody else calls.
-- Settings are asked as `(select current_setting(…))`, once a run instead of once a row; and so no plan is made for the
-- size of one merchant and kept for the next.

-- Own orders of listed stores, or the one of a link.
create function is_own_order(order_id bigint, store_id bigint, return_store_id bigint, created_by bigint)
returns boolean language plpgsql stable parallel safe as $$
begin
  if current_setting('app.scope') = 'link' then return order_id = current_setting('app.order_id')::bigint; end if;
  return current_setting('app.scope') = 'own'
    and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
    and (created_by = actor() or exists (select from driver_task t
      where t.merchant_id = merchant() and t.order_id = is_own_order.order_id and t.account_id = actor()));
end $$;

alter policy scope on "order" using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    else is_own_order(id, store_id, return_store_id, created_by)
  end);

-- Parts of an order are seen by whoever sees the order.
create function sees_order(order_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from "order" o where o.merchant_id = merchant() and o.id = sees_order.order_id);
end $$;

create or replace function order_scoped(name text) returns void language plpgsql as $$
begin
  execute format(
    'create policy scope on %I as restrictive to tenant '
    'using ((select current_setting(''app.scope'')) = ''all'' or sees_order(order_id))', name);
end $$;

do $$
declare t text;
begin
  for t in select tablename from pg_policies
    where schemaname = 'public' and policyname = 'scope' and tablename not in ('order', 'vehicle')
  loop
    execute format('drop policy scope on %I', t);
    perform order_scoped(t);
  end loop;
end $$;
