-- The log of who did what, and its chain of hashes.

-- What happened before a merchant was chosen (logins, refusals): same form as audit, no tenant.
create table platform_log (
  id bigint default nextval('row_id') primary key,
  at timestamptz not null default app_now(),
  user_id bigint,
  ip text not null default '',
  trace_id text not null default '',
  action text not null,
  result text not null default 'ok',
  detail jsonb not null default '{}',
  -- What happens before a merchant is chosen is told to the merchants of whom it concerns: their log shows who tried to come
  -- in as one of theirs. By trigger, so that a known mobile costs no statement more than an unknown one.
  device text not null default ''
);
alter table platform_log owner to app_owner;
grant select, insert on platform_log to gate;

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
  -- The log as a chain, by months. Each row is linked to the one before it by a hash, in a table of its own that a job fills
  -- behind the writers: none of them waits for the chain, and no row is ever updated. A month is a partition, made ahead;
  -- what has none yet stands in `audit_rest` and is moved when its month is made, so no write fails for want of one.
  user_id bigint,
  device text not null default '',
  -- Readers go by xid up to the horizon, as of `event`: below it nothing can appear any more.
  xid xid8 not null default pg_current_xact_id(),
  primary key (merchant_id, id, at)
) partition by range (at);
comment on table audit is 'Who did what, kept 3 years; a partition is reached through this table alone';
create index audit_target on audit (merchant_id, target_type, target_id, id);
create index audit_time on audit (merchant_id, at);
create index audit_order on audit (merchant_id, xid, id);
select tenant_table('audit', 'insert');
grant insert on audit to definer;

-- Rows of months that have no partition yet.
create table audit_rest partition of audit default;
alter table audit_rest owner to app_owner;

-- Makes the months up to two ahead, and those of rows that had none; drops what is older than three years.
create function audit_months(now_at timestamptz) returns void language plpgsql security definer
set search_path = public set lock_timeout = '2s' as $$
declare
  this date := date_trunc('month', now_at at time zone 'Asia/Shanghai');
  month date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('audit_months'));
  for month in
    select m::date from generate_series(this - interval '36 months', this + interval '2 months', interval '1 month') m
     where to_regclass(to_char(m, '"audit_"YYYY_MM')) is null and (m >= this or exists (
       select from audit_rest r where r.at >= m at time zone 'Asia/Shanghai'
         and r.at < (m + interval '1 month') at time zone 'Asia/Shanghai'))
  loop
    name := to_char(month, '"audit_"YYYY_MM');
    execute format('create table %I (like audit including defaults)', name);
    execute format('with moved as (delete from audit_rest where at >= %1$L and at < %2$L returning *) insert into %3$I select * from moved',
      month::timestamp at time zone 'Asia/Shanghai', (month + interval '1 month') at time zone 'Asia/Shanghai', name);
    execute format('alter table audit attach partition %I for values from (%L) to (%L)', name,
      month::timestamp at time zone 'Asia/Shanghai', (month + interval '1 month') at time zone 'Asia/Shanghai');
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$'
       and c.relname < to_char(this - interval '36 months', '"audit_"YYYY_MM')
  loop
    execute format('drop table %I', name);
  end loop;
  delete from audit_rest where at < (this - interval '36 months') at time zone 'Asia/Shanghai';
end $$;
alter function audit_months(timestamptz) owner to app_owner;
revoke all on function audit_months(timestamptz) from public;
grant execute on function audit_months(timestamptz) to gate;

select audit_months(now());

create table audit_chain (
  merchant_id bigint not null default merchant(),
  seq bigint not null check (seq > 0),
  audit_id bigint not null,
  at timestamptz not null,
  xid xid8 not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (merchant_id, seq),
  unique (merchant_id, audit_id)
);
comment on table audit_chain is 'hash = SHA-256(prev_hash + the row as audit/store-chain.ts writes it). at, xid: of the row, to find it and to go on behind it';
select tenant_table('audit_chain', 'insert');

-- Merchants whose chain has not reached its last row below the horizon.
create function audit_unchained() returns table (merchant_id bigint)
  language sql stable security definer set search_path = public as $$
  select m.id from merchant m
    left join lateral (select c.xid, c.audit_id from audit_chain c where c.merchant_id = m.id order by c.seq desc limit 1) head on true
   where exists (select from audit a where a.merchant_id = m.id
     and (a.xid, a.id) > (coalesce(head.xid, '0'), coalesce(head.audit_id, 0)) and a.xid < pg_snapshot_xmin(pg_current_snapshot()))
   order by m.id;
$$;
alter function audit_unchained() owner to definer;
revoke all on function audit_unchained() from public;
grant execute on function audit_unchained() to gate;

create function audit_sign_in() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit (merchant_id, at, account_id, user_id, name, ip, device, trace_id, action, target_type, target_id, result)
  select a.merchant_id, new.at, a.id, new.user_id, a.name, new.ip, new.device, new.trace_id, split_part(new.action, ':', 1),
      'account', a.id, new.result
    from account a
   where a.user_id = new.user_id and a.deleted_at is null and case
     -- Into one of several.
     when new.action like '%:%' then a.merchant_id::text = split_part(new.action, ':', 2)
     -- Who works for several has entered none by signing in.
     when new.result = 'ok' and new.action in ('session.login', 'session.qr') then
       1 = (select count(*) from account other where other.user_id = new.user_id and other.deleted_at is null)
     else true end;
  return null;
end $$;
alter function audit_sign_in() owner to definer;
-- A registration writes its own row.
create trigger told after insert on platform_log for each row
  when (new.user_id is not null and new.action ~ '^(session|partner|cancellation)\.' and new.action !~ '^session\.register')
  execute function audit_sign_in();

select grant_as_tenant();
