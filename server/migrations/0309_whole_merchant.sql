-- Who sees the whole merchant works as `tenant_all`, whom no policy of stores and own orders concerns. As `tenant` each look at
-- the orders begins with seven values of that policy, none of which it needs: home's 89 were an eighth of its cost. Whose scope
-- is narrower stays `tenant`, and so does a release before this one, whose policies are what they were.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tenant_all') then create role tenant_all nologin nobypassrls; end if;
end $$;
grant tenant_all to gate with inherit false, set true;
grant usage on schema public to tenant_all;

-- Gives `tenant_all` what was given to `tenant`: for the end of a migration that grants something to `tenant` by its name.
create function grant_as_tenant() returns void language plpgsql set search_path = public as $$
declare given record;
begin
  for given in
    select format('grant %s on %s %s to tenant_all', a.privilege_type, case c.relkind when 'S' then 'sequence' else 'table' end,
        c.oid::regclass) as statement
      from pg_class c, aclexplode(c.relacl) a where a.grantee = 'tenant'::regrole and c.relnamespace = 'public'::regnamespace
    union all
    select format('grant %s (%I) on %s to tenant_all', a.privilege_type, t.attname, t.attrelid::regclass)
      from pg_attribute t, aclexplode(t.attacl) a where a.grantee = 'tenant'::regrole
    union all
    select format('grant execute on function %s to tenant_all', p.oid::regprocedure)
      from pg_proc p, aclexplode(p.proacl) a where a.grantee = 'tenant'::regrole and p.pronamespace = 'public'::regnamespace
  loop
    execute given.statement;
  end loop;
end $$;
revoke all on function grant_as_tenant() from public;
select grant_as_tenant();

do $$
declare name text;
begin
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' loop
    execute format('alter policy tenant on %I to tenant, tenant_all', name);
  end loop;
end $$;

create or replace function tenant_table(name text, verbs text default 'insert, update') returns void language plpgsql as $$
declare bad text;
begin
  execute format('alter table %I owner to app_owner', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy tenant on %I to tenant, tenant_all using (merchant_id = (select current_setting(''app.merchant_id'')::bigint))', name);
  execute format('grant select on %I to tenant, tenant_all, definer', name);
  if verbs <> '' then execute format('grant %s on %I to tenant, tenant_all', verbs, name); end if;
  select string_agg(i.indexrelid::regclass::text, ', ') into bad
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = format('%I', name)::regclass and (i.indisunique or i.indisexclusion) and a.attname <> 'merchant_id';
  if bad is not null then raise exception '%: keys must begin with merchant_id: %', name, bad; end if;
end $$;

drop trigger moves on "order";
create trigger moves before update on "order" for each row
  when (old.status is distinct from new.status and current_user in ('tenant', 'tenant_all')) execute function order_moves();

-- What the books check is no matter of who writes: as `definer` its plans are kept, whichever role the transaction before had.
grant select on closed_month, ledger_txn, ledger_entry to definer;
alter function ledger_balanced() security definer set search_path = public;
alter function ledger_entry_fits() security definer set search_path = public;
alter function ledger_txn_written() security definer set search_path = public;
alter function ledger_balanced() owner to definer;
alter function ledger_entry_fits() owner to definer;
alter function ledger_txn_written() owner to definer;
