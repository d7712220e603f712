-- Who sees the orders of some stores works as `tenant_stores` (0309 gave those a role who see all): its policies on orders, cars and
-- sums ask for these stores alone. As `tenant` each look at the orders begins with what own orders and links need too.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tenant_stores') then create role tenant_stores nologin nobypassrls; end if;
end $$;
grant tenant_stores to gate with inherit false, set true;
grant usage on schema public to tenant_stores;

-- Gives both what was given to `tenant`: for the end of a migration that grants something to `tenant` by its name.
create or replace function grant_as_tenant() returns void language plpgsql set search_path = public as $$
declare given record;
begin
  for given in
    select format('grant %s on %s %s to tenant_all, tenant_stores', a.privilege_type, case c.relkind when 'S' then 'sequence' else 'table' end,
        c.oid::regclass) as statement
      from pg_class c, aclexplode(c.relacl) a where a.grantee = 'tenant'::regrole and c.relnamespace = 'public'::regnamespace
    union all
    select format('grant %s (%I) on %s to tenant_all, tenant_stores', a.privilege_type, t.attname, t.attrelid::regclass)
      from pg_attribute t, aclexplode(t.attacl) a where a.grantee = 'tenant'::regrole
    union all
    select format('grant execute on function %s to tenant_all, tenant_stores', p.oid::regprocedure)
      from pg_proc p, aclexplode(p.proacl) a where a.grantee = 'tenant'::regrole and p.pronamespace = 'public'::regnamespace
  loop
    execute given.statement;
  end loop;
end $$;
select grant_as_tenant();

do $$
declare
  name text;
  -- Seen by their stores, not by their order or car.
  placed constant text[] := array['order', 'vehicle', 'tally', 'tally_change'];
begin
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' loop
    execute format('alter policy tenant on %I to tenant, tenant_all, tenant_stores', name);
  end loop;
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'scope' and tablename <> all (placed) loop
    execute format('alter policy scope on %I to tenant, tenant_stores', name);
  end loop;
  foreach name in array placed loop
    execute format(
      $policy$create policy stores on %I as restrictive to tenant_stores using (
        %I = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or %I = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))$policy$,
      name, case name when 'vehicle' then 'home_store_id' else 'store_id' end,
      case name when 'vehicle' then 'current_store_id' else 'return_store_id' end);
  end loop;
end $$;

create or replace function tenant_table(name text, verbs text default 'insert, update') returns void language plpgsql as $$
declare bad text;
begin
  execute format('alter table %I owner to app_owner', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to tenant, tenant_all, tenant_stores
    using (merchant_id = (select current_setting(''app.merchant_id'')::bigint))', name);
  execute format('grant select on %I to tenant, tenant_all, tenant_stores, definer', name);
  if verbs <> '' then execute format('grant %s on %I to tenant, tenant_all, tenant_stores', verbs, name); end if;
  select string_agg(i.indexrelid::regclass::text, ', ') into bad
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = format('%I', name)::regclass and (i.indisunique or i.indisexclusion) and a.attname <> 'merchant_id';
  if bad is not null then raise exception '%: keys must begin with merchant_id: %', name, bad; end if;
end $$;

create or replace function order_scoped(name text) returns void language plpgsql as $$
begin
  execute format(
    'create policy scope on %I as restrictive to tenant, tenant_stores '
    'using ((select current_setting(''app.scope'')) = ''all'' or sees_order(order_id))', name);
end $$;

drop trigger moves on "order";
create trigger moves before update on "order" for each row
  when (old.status is distinct from new.status and current_user in ('tenant', 'tenant_all', 'tenant_stores')) execute function order_moves();
