-- Who sees own orders only: a row that somebody else made is passed over by that alone. The stores of each row were compared
-- first, as arrays, through all orders of a day or a status. Those who drive have them compared before the function still, which
-- begins a statement of its own; their few rows read the setting as they are, so that nobody's plan begins with one value more.
alter policy scope on "order" using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor())
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(id, store_id, return_store_id, created_by) end
    else is_own_order(id, store_id, return_store_id, created_by)
  end);
