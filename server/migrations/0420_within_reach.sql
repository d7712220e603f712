-- Who is limited to some stores changes what is of these stores alone. A row that names a store, a list of them or none (then it is of
-- every store, or of the merchant as a whole) is written by whoever sees all of what it names, before the write and after it.
-- A policy would not do: what is asked of a new row says nothing of the old one, and a hidden row would be "not found" to people
-- who read it every day.
create function within_reach() returns trigger language plpgsql as $$
declare
  listed constant bigint[] := current_setting('app.store_ids')::bigint[];
  place constant text := tg_argv[0];
  named jsonb;
begin
  foreach named in array array_remove(array[
    case when tg_op <> 'INSERT' then jsonb_build_array(to_jsonb(old) -> place) end,
    case when tg_op <> 'DELETE' then jsonb_build_array(to_jsonb(new) -> place) end], null)
  loop
    -- A list of stores stands for itself.
    if jsonb_typeof(named -> 0) = 'array' then named := named -> 0; end if;
    if named = '[]' or exists (
      select from jsonb_array_elements_text(named) s (id) where (s.id::bigint = any (listed)) is not true)
    then
      raise exception '% of stores out of reach', tg_table_name using errcode = 'CY002';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function within_reach() is 'Its argument is the column of the stores; one that there is not stands for the whole merchant';

-- Jobs, and what the server does past the caller''s scope, have "all"; signing in has none.
create function guard_reach(name text, place text) returns void language plpgsql as $$
begin
  execute format('create trigger within_reach before insert or update or delete on %I for each row '
    'when (current_setting(''app.scope'', true) in (''stores'', ''own'', ''link'')) execute function within_reach(%L)', name, place);
end $$;

select guard_reach(name, place) from (values
  ('merchant', 'whole'), ('store', 'id'),
  ('service_item', 'store_ids'), ('cancel_rule', 'store_ids'), ('deposit_policy', 'store_id'), ('fee_config', 'store_id'),
  ('price_rule', 'store_id'), ('long_price', 'store_id'), ('price_calendar', 'store_id'), ('price_change', 'store_id'),
  ('price_plan', 'store_ids'), ('stop_sale', 'store_id'), ('pay_channel', 'store_id')) t (name, place);
