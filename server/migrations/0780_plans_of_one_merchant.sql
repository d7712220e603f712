-- A policy compares merchant_id with a setting, which the planner cannot read: it took a merchant for the average one, a fiftieth of
-- the rows where there are fifty. So much seemed to be left out by the merchant alone that a plan for whatever values, which a
-- connection keeps from the sixth run on, read an index from the merchant on to its end instead of a row by its key. One value of
-- merchant_id says the opposite: the rows of a merchant are all there are, and only the other conditions leave rows out.
create function plans_of_one_merchant(tab regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s alter merchant_id set (%s = 1)', tab,
    (select case relkind when 'p' then 'n_distinct_inherited' else 'n_distinct' end from pg_class where oid = tab));
end $$;
revoke all on function plans_of_one_merchant(regclass) from public;
comment on function plans_of_one_merchant(regclass) is 'It counts from the next ANALYZE of the table on';

create or replace function tenant_table(name text, verbs text default 'insert, update') returns void language plpgsql as $$
declare bad text;
begin
  execute format('alter table %I owner to app_owner', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to tenant using (merchant_id = (select current_setting(''app.merchant_id'')::bigint))', name);
  execute format('grant select on %I to tenant, definer', name);
  if verbs <> '' then execute format('grant %s on %I to tenant', verbs, name); end if;
  perform plans_of_one_merchant(format('%I', name)::regclass);
  select string_agg(i.indexrelid::regclass::text, ', ') into bad
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = format('%I', name)::regclass and (i.indisunique or i.indisexclusion) and a.attname <> 'merchant_id';
  if bad is not null then raise exception '%: keys must begin with merchant_id: %', name, bad; end if;
end $$;

do $$
declare
  tab regclass;
  known boolean;
begin
  for tab, known in
    select c.oid, c.reltuples > 0 from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    perform plans_of_one_merchant(tab);
    -- An empty table that was analyzed is planned as one that stays empty.
    if known then execute format('analyze %s', tab); end if;
  end loop;
end $$;
