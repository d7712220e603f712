-- Roles, settings and the mould of a tenant table.
--
-- app_owner owns every table and logs in nowhere; `gate` is the only login of the server and is granted what signs
-- people in; inside a tenant transaction it becomes `tenant`, which sees one merchant under forced row-level security.
-- `definer` owns the few named functions that must look across merchants (due timers, search by fragment).
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_owner') then create role app_owner nologin; end if;
  if not exists (select from pg_roles where rolname = 'tenant') then create role tenant nologin nobypassrls; end if;
  if not exists (select from pg_roles where rolname = 'gate') then create role gate login noinherit nobypassrls; end if;
  if not exists (select from pg_roles where rolname = 'definer') then create role definer nologin bypassrls; end if;
  execute format('grant app_owner, definer to %I', current_user);
end $$;
grant tenant to gate with inherit false, set true;

create extension if not exists btree_gist;

grant usage, create on schema public to app_owner;
grant usage on schema public to tenant, gate, definer;

-- One sequence for every row id: an id names one row of the installation, so a foreign one is never mistaken.
create sequence row_id start 1001;
alter sequence row_id owner to app_owner;
grant usage on sequence row_id to tenant, gate;

-- Settings of the running transaction, set by the server's kernel. Without them these fail, and so does the query.
create function merchant() returns bigint language sql stable as $$ select current_setting('app.merchant_id')::bigint $$;
create function actor() returns bigint language sql stable as $$ select coalesce(nullif(current_setting('app.account_id', true), ''), '0')::bigint $$;
-- The server's one clock (tests set it); the database's own where none was given.
create function app_now() returns timestamptz language sql stable as
  $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, date_trunc('milliseconds', now())) $$;
grant execute on function merchant(), actor(), app_now() to tenant, gate, definer;

-- Makes a table a tenant table: owner, forced policy, grants. `verbs` are what the server may do beside reading.
-- Checks that merchant_id leads the primary key and every unique key.
create function tenant_table(name text, verbs text default 'insert, update') returns void language plpgsql as $$
declare bad text;
begin
  execute format('alter table %I owner to app_owner', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy tenant on %I to tenant using (merchant_id = (select current_setting(''app.merchant_id'')::bigint))', name);
  execute format('grant select on %I to tenant, definer', name);
  if verbs <> '' then execute format('grant %s on %I to tenant', verbs, name); end if;
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

create table merchant (
  id bigint primary key default nextval('row_id'),
  name text not null check (length(name) between 2 and 50),
  short_name text not null default '',
  licence_no text not null default '',
  contact_name text not null default '',
  city_code text not null default '',
  status smallint not null default 0 check (status between 0 and 3),
  expire_on date,
  settings jsonb not null default '{}',
  pay_settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now()
);
comment on table merchant is '商家: a tenant. status 0 审核中 1 正常 2 停用 3 关闭';
alter table merchant owner to app_owner;
alter table merchant enable row level security;
alter table merchant force row level security;
create policy tenant on merchant to tenant using (id = (select current_setting('app.merchant_id')::bigint));
create policy gate on merchant to gate, app_owner using (true) with check (true);
grant select, update on merchant to tenant;
grant select, insert on merchant to gate;
grant select on merchant to definer;

-- Data key and blind-index key of a merchant, wrapped by the installation key.
create table merchant_key (
  merchant_id bigint not null references merchant (id),
  key_id smallint not null,
  wrapped bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, key_id)
);
alter table merchant_key owner to app_owner;
grant select, insert on merchant_key to gate;

create table app_user (
  id bigint primary key default nextval('row_id'),
  mobile_enc bytea not null,
  mobile_hash bytea not null unique,
  password_hash text,
  password_changed_at timestamptz,
  operator boolean not null default false,
  status smallint not null default 1 check (status between 0 and 3),
  fail_count int not null default 0,
  fail_since timestamptz,
  lock_level int not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table app_user is '自然人: whoever signs in; may hold accounts in several merchants. Outside policy: read by role gate only';
alter table app_user owner to app_owner;
grant select, insert, update on app_user to gate;

-- Which merchants a platform operator may enter.
create table operator_merchant (
  user_id bigint not null references app_user (id),
  merchant_id bigint not null references merchant (id),
  primary key (user_id, merchant_id)
);
alter table operator_merchant owner to app_owner;
grant select, insert on operator_merchant to gate;

create table role (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 2 and 20),
  built_in boolean not null default false,
  menu_ids int[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  primary key (merchant_id, id)
);
create unique index role_name on role (merchant_id, name) where deleted_at is null;
select tenant_table('role');
grant select on role to gate;
create policy gate on role for select to gate using (true);

create table account (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  user_id bigint not null references app_user (id),
  parent_id bigint not null default 0,
  name text not null check (length(name) between 2 and 20),
  job_no text not null default '',
  is_driver boolean not null default false,
  on_duty boolean not null default true,
  status smallint not null default 1 check (status in (0, 1)),
  role_ids bigint[] not null default '{}',
  store_scope smallint not null default 0 check (store_scope between 0 and 2),
  store_ids bigint[] not null default '{}',
  mobile_enc bytea,
  remark text not null default '',
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  primary key (merchant_id, id)
);
comment on column account.store_scope is '0 全部门店 1 指定门店 2 仅本人';
create unique index account_user on account (merchant_id, user_id) where deleted_at is null;
create index account_by_user on account (user_id);
select tenant_table('account');
grant select on account to gate;
grant update (last_login_at) on account to gate;
-- Before a merchant is chosen only the signed-in user's own accounts can be read.
create policy gate on account to gate using (user_id = (select nullif(current_setting('app.user_id', true), ''))::bigint);

create table login_session (
  id bigint primary key default nextval('row_id'),
  token_hash bytea not null unique,
  user_id bigint not null references app_user (id),
  account_id bigint,
  merchant_id bigint not null default -1,
  source text not null default 'password',
  device_name text not null default '',
  ip text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  idle_expire_at timestamptz not null,
  absolute_expire_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  -- Raised when the account, its roles or its scope change: a cached identity with another stamp is read anew.
  stamp int not null default 1
);
create index login_session_user on login_session (user_id) where revoked_at is null;
create index login_session_account on login_session (account_id) where revoked_at is null;
alter table login_session owner to app_owner;
grant select, insert, update on login_session to gate;
-- The tenant transaction re-checks the session in its first statement (still as gate), so tenant needs no grant.

create table login_attempt (
  id bigint primary key default nextval('row_id'),
  ip text not null,
  mobile_hash bytea,
  ok boolean not null,
  at timestamptz not null default app_now()
);
create index login_attempt_ip on login_attempt (ip, at);
alter table login_attempt owner to app_owner;
grant select, insert, delete on login_attempt to gate;

-- What happened before a merchant was chosen (logins, refusals): same form as audit, no tenant.
create table platform_log (
  id bigint primary key default nextval('row_id'),
  at timestamptz not null default app_now(),
  user_id bigint,
  ip text not null default '',
  trace_id text not null default '',
  action text not null,
  result text not null default 'ok',
  detail jsonb not null default '{}'
);
alter table platform_log owner to app_owner;
grant select, insert on platform_log to gate;

create function bump_session_stamp() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'account' then
    update login_session set stamp = stamp + 1 where account_id = new.id and revoked_at is null;
  else
    update login_session s set stamp = stamp + 1
      from account a where a.merchant_id = new.merchant_id and new.id = any (a.role_ids)
        and s.account_id = a.id and s.revoked_at is null;
  end if;
  return null;
end $$;
alter function bump_session_stamp() owner to definer;
grant select, update on login_session to definer;
create trigger account_changed after update of role_ids, store_scope, store_ids, status, name, deleted_at on account
  for each row execute function bump_session_stamp();
create trigger role_changed after update of menu_ids, name, deleted_at on role
  for each row execute function bump_session_stamp();

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
comment on table idempotency is 'First answers of repeated writes, encrypted; written first in the business transaction and kept 48 h';
create index idempotency_age on idempotency (created_at);
select tenant_table('idempotency', 'insert, update');

create table audit (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  at timestamptz not null default app_now(),
  account_id bigint not null default actor(),
  name text not null default '',
  ip text not null default '',
  session_id bigint,
  trace_id text not null default '',
  action text not null,
  target_type text not null default '',
  target_id bigint,
  before jsonb,
  after jsonb,
  result text not null default 'ok',
  primary key (merchant_id, id)
);
create index audit_target on audit (merchant_id, target_type, target_id, id);
create index audit_time on audit (merchant_id, at);
select tenant_table('audit', 'insert');

create table number_block (
  merchant_id bigint not null default merchant(),
  prefix text not null,
  next int not null default 1,
  primary key (merchant_id, prefix)
);
comment on table number_block is 'Human numbers (O + yyMMdd + 6 digits): a process reserves a block in a transaction of its own, so that bookings do not queue for one row';
select tenant_table('number_block');

create table outbox (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  order_id bigint,
  dedupe text not null,
  mobile_enc bytea,
  mobile_mask text not null default '',
  body text not null,
  state smallint not null default 0 check (state between 0 and 3),
  due_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  primary key (merchant_id, id)
);
comment on table outbox is 'Messages to customers. state 0 待发 1 重试中 2 已送达 3 死信';
create unique index outbox_once on outbox (merchant_id, kind, dedupe);
create index outbox_due on outbox (merchant_id, due_at) where state < 2;
create index outbox_order on outbox (merchant_id, order_id);
select tenant_table('outbox');

-- What waits for a person and is no state of an order: 排车冲突, 退款异常, 待退押金 …
create table task (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  ref_id bigint not null,
  order_id bigint,
  store_id bigint,
  detail jsonb not null default '{}',
  done_at timestamptz,
  done_by bigint,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
create unique index task_open on task (merchant_id, kind, ref_id) where done_at is null;
create index task_order on task (merchant_id, order_id) where done_at is null;
select tenant_table('task');
