-- Roles, settings, functions that every table uses, and what every call writes besides its own rows.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- app_owner owns every table and cannot log in. Each process signs in as a role of its own, cheyi_web, cheyi_jobs and cheyi_gateway, with
-- what the statements of its code ask for (0010_process_rights, decision 1); the end of a run of the tests compares both. `gate` is what
-- commands of the platform become. Inside a transaction of a merchant all of them but the gateway become `tenant`, which sees one merchant
-- under forced row-level security. `definer` owns the few named functions that must look across merchants (due timers, search by
-- fragment).
do $$
declare
  name text;
  setting text;
  -- The settings of a server's connections belong to its role: a pgBouncer refuses them as options of a connection. Calls are short and
  -- concurrent, so that starting a parallel worker costs more than it saves.
  wanted text[] := array['TimeZone=UTC', 'idle_in_transaction_session_timeout=15s', 'statement_timeout=30s',
    'max_parallel_workers_per_gather=0'];
begin
  -- Roles are of the whole cluster of databases, and two migrations at once may not write the same row.
  perform pg_advisory_xact_lock(hashtext('cheyi.gate'));
  if not exists (select from pg_roles where rolname = 'app_owner') then create role app_owner nologin; end if;
  if not exists (select from pg_roles where rolname = 'tenant') then create role tenant nologin nobypassrls; end if;
  if not exists (select from pg_roles where rolname = 'definer') then create role definer nologin bypassrls; end if;
  execute format('grant app_owner, definer to %I', current_user);
  foreach name in array array['gate', 'cheyi_web', 'cheyi_jobs', 'cheyi_gateway'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I login noinherit nobypassrls', name);
    end if;
    if exists (select from pg_db_role_setting where setrole = name::regrole and setdatabase = 0 and setconfig @> wanted) then continue; end if;
    foreach setting in array wanted loop
      execute format('alter role %I set %s = %L', name, split_part(setting, '=', 1), split_part(setting, '=', 2));
    end loop;
  end loop;
end $$;
-- Work of one merchant is done as tenant, by calls and by jobs.
grant tenant to gate, cheyi_web, cheyi_jobs with inherit false, set true;

create extension if not exists btree_gist;
grant usage, create on schema public to app_owner;
grant usage on schema public to tenant, gate, definer, cheyi_web, cheyi_jobs, cheyi_gateway;

-- A process that may not migrate compares its own migrations with those that were applied.
grant select on schema_migration to gate, cheyi_web, cheyi_jobs, cheyi_gateway;

-- One sequence for every row id: an id names one row of the installation, so a foreign one is never mistaken.
create sequence row_id start 1001;
alter sequence row_id owner to app_owner;
grant usage on sequence row_id to tenant, gate, definer, cheyi_web, cheyi_jobs;

-- Settings of the running transaction, set by the server's kernel. Without them these fail, and so does the query.
create function merchant() returns bigint language sql stable as $$ select current_setting('app.merchant_id')::bigint $$;
grant execute on function merchant() to tenant, gate, definer;

create function actor() returns bigint language sql stable as $$ select coalesce(nullif(current_setting('app.account_id', true), ''), '0')::bigint $$;
grant execute on function actor() to tenant, gate, definer;

-- The server's one clock (tests set it); the database's own where none was given.
create function app_now() returns timestamptz language sql stable as
  $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, date_trunc('milliseconds', now())) $$;
grant execute on function app_now() to tenant, gate, definer;

-- Epoch ms, as instants travel.
create function epoch_ms(t timestamptz) returns bigint language sql immutable parallel safe as
  $$ select floor(extract(epoch from t) * 1000)::bigint $$;

create function tenant_table(name text, verbs text default 'insert, update') returns void language plpgsql as $$
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

-- Store scope for a table with its own store column(s): all stores, or the listed ones.
create function store_scoped(name text, variadic columns text[]) returns void language plpgsql as $$
declare listed text;
begin
  -- Cast inside the sub-select, so that the list is parsed once a query and not once a row.
  select string_agg(format('%I = any ((select current_setting(''app.store_ids'')::bigint[])::bigint[])', c), ' or ')
    into listed from unnest(columns) c;
  execute format(
    'create policy scope on %I as restrictive to tenant using ((select current_setting(''app.scope'')) = ''all'' or %s)',
    name, listed);
end $$;

-- The next row for a runner, across the merchants that are served here: ids only. Of one merchant at most two run, and a merchant with
-- fewer at work goes first, so an import of one delays nobody else's.
create function job_take(by_runner uuid, lease_seconds int) returns table (merchant_id bigint, id bigint)
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from job j
    where j.state = {jobState.queued} or (j.state = {jobState.running} and j.lease_until < clock_timestamp())) then return; end if;
  -- Two runners at once would each count one running row too few.
  perform pg_advisory_xact_lock(hashtext('job_take'));
  return query
    with next as (
      select j.merchant_id, j.id from job j
        cross join lateral (select count(*) as count from job r
          where r.merchant_id = j.merchant_id and r.state = {jobState.running} and r.lease_until >= clock_timestamp()) running
       where (j.state = {jobState.queued} or (j.state = {jobState.running} and j.lease_until < clock_timestamp())) and running.count < 2
         and j.merchant_id not in (select p.merchant_id from merchant_place p)
       order by running.count, j.id limit 1)
    update job t set state = {jobState.running}, runner = by_runner, attempts = t.attempts + 1,
        lease_until = clock_timestamp() + make_interval(secs => lease_seconds)
      from next where t.merchant_id = next.merchant_id and t.id = next.id
        -- Asked again of the row as it is once its lock is ours: a runner given up for dead may have ended it.
        and (t.state = {jobState.queued} or (t.state = {jobState.running} and t.lease_until < clock_timestamp()))
    returning t.merchant_id, t.id;
end $$;
alter function job_take(uuid,int) owner to definer;
revoke all on function job_take(uuid,int) from public;
grant execute on function job_take(uuid,int) to gate;

-- Names of up to 60 signs, as passports have them, and the key by which they are searched and compared: without blanks and the dots
-- of names of minorities and foreigners, which people type in a dozen signs. `nameKey` of packages/domain/src/alike.ts is the same.
create function name_key(name text) returns text language sql immutable strict parallel safe
  return translate(name, E'·•・．.‧∙⋅･˙●᛫ \u00a0\u3000', '');

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

create table number_block (
  merchant_id bigint not null default merchant(),
  prefix text not null,
  next int not null default 1,
  primary key (merchant_id, prefix)
);
comment on table number_block is 'Human numbers (O + yyMMdd + 6 digits): a process reserves a block in a transaction of its own, so that bookings do not queue for one row';
select tenant_table('number_block');

create table idempotency (
  merchant_id bigint not null default merchant(),
  actor text not null,
  path text not null,
  key text not null check (length(key) between 8 and 64),
  input_hash bytea not null,
  answer bytea,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, actor, path, key)
);
comment on table idempotency is 'First answers of repeated writes, encrypted; written with the business transaction and kept 48 h';
create index idempotency_age on idempotency (created_at);
select tenant_table('idempotency');
grant delete on idempotency to definer;
grant update (answer) on idempotency to definer;

-- What the installation decides for all merchants.
create table installation_setting (
  name text primary key,
  value jsonb not null
);
alter table installation_setting owner to app_owner;
grant select, insert, update on installation_setting to gate;

-- Long work of one account (imports, exports): a row is the request, the queue entry, the progress and the outcome. A
-- runner holds it by a lease that it renews; when its process dies the lease runs out and another takes the row over.
-- Leases are told by the database's real clock: they are about which process lives, not about business.
create table job (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  account_id bigint not null default actor(),
  input jsonb not null default '{}',
  state smallint not null default 0 check (state between 0 and 4),
  done int not null default 0,
  total int,
  kept jsonb,
  outcome jsonb not null default '{}',
  message text not null default '',
  file_path text,
  file_name text not null default '',
  file_until timestamptz,
  runner uuid,
  lease_until timestamptz,
  attempts smallint not null default 0,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- The file of finished work is for who could have it made today: the row keeps what its run was allowed and saw.
  ran_key text,
  ran_scope text,
  ran_store_ids bigint[],
  primary key (merchant_id, id)
);
comment on column job.state is '0 排队 1 执行中 2 完成 3 失败 4 部分成功';
comment on column job.kept is 'What an interrupted run has already done, and the next need not do again';
comment on column job.file_until is 'The result file is deleted then';
comment on column job.ran_key is 'The permission key it ran with; null before it ended';
comment on column job.ran_scope is 'all, stores, own: what its run had in sight';
comment on column job.ran_store_ids is 'Of stores and own';
create index job_waiting on job (id) where state in ({jobState.queued}, {jobState.running});
create index job_of_account on job (merchant_id, account_id, kind, created_at);
create index job_file on job (merchant_id, file_until) where file_path is not null;
select tenant_table('job');
grant update on job to definer;

-- Where a merchant lives that this cluster does not serve: it moves to another cluster, has moved there, or has not arrived here yet. A
-- merchant without a row is served here. The installation's own table: it is read before anybody's merchant is known.
create table merchant_place (
  merchant_id bigint primary key,
  state smallint not null check (state in ({merchantPlace.leaving}, {merchantPlace.elsewhere}, {merchantPlace.arriving})),
  url text not null default '',
  gateway text not null default '',
  since timestamptz not null default now()
);
alter table merchant_place owner to app_owner;
grant select on merchant_place to gate, definer;
comment on column merchant_place.url is 'Address of the servers of the cluster where it lives; empty while nobody serves it';
comment on column merchant_place.gateway is 'host:port of the gateways there';

-- The merchant itself, when it is served here. CY003: nobody serves it for the moment; CY004: the message is the address that serves it.
-- app.moving names the merchant whose move runs the transaction.
create function at_home(merchant text) returns text language plpgsql stable security definer set search_path = public as $$
declare place merchant_place%rowtype;
begin
  select * into place from merchant_place p where p.merchant_id = merchant::bigint;
  if found and coalesce(current_setting('app.moving', true), '') <> merchant then
    raise exception using errcode = case place.state when {merchantPlace.elsewhere} then 'CY004' else 'CY003' end, message = place.url;
  end if;
  return merchant;
end $$;
alter function at_home(text) owner to definer;
revoke all on function at_home(text) from public;
grant execute on function at_home(text) to gate, cheyi_web, cheyi_jobs;
