-- The tables as a single merchant's, for the bare contestant: a constant in place of the policies, which a superuser
-- does not meet. Statements of the product run on them unchanged, by the search path.
create schema bare;
do $$
declare name text;
begin
  for name in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
  loop
    execute format('create view bare.%I as select * from public.%I where merchant_id = %s', name, name,
      current_setting('bench.merchant'));
  end loop;
  execute format('create view bare.merchant as select * from public.merchant where id = %s', current_setting('bench.merchant'));
end $$;
