-- What servers need where PostgreSQL is a cluster.

-- The settings of a server's connections belong to its role: a pgBouncer refuses them as options of a connection. Calls are short and
-- concurrent, so that starting a parallel worker costs more than it saves. Roles are of the whole cluster of databases, and two
-- migrations at once may not write the same row.
do $$
declare wanted text[] := array['TimeZone=UTC', 'idle_in_transaction_session_timeout=15s', 'statement_timeout=30s',
  'max_parallel_workers_per_gather=0'];
declare setting text;
begin
  perform pg_advisory_xact_lock(hashtext('cheyi.gate'));
  if exists (select from pg_db_role_setting where setrole = 'gate'::regrole and setdatabase = 0 and setconfig @> wanted) then return; end if;
  foreach setting in array wanted loop
    execute format('alter role gate set %s = %L', split_part(setting, '=', 1), split_part(setting, '=', 2));
  end loop;
end $$;

-- A server without the address of a migrator compares its own migrations with those that were applied.
grant select on schema_migration to gate;
