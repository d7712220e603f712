-- Signing in, completely: codes by SMS, captchas, locks that also cover mobiles nobody has, registration with review,
-- links that sign in once.

create table sms_code (
  id bigint primary key default nextval('row_id'),
  mobile_hash bytea not null,
  scene text not null check (scene in ('login', 'register', 'forgot', 'bind', 'cancel', 'stepup')),
  code_hash bytea not null,
  ip text not null default '',
  tries int not null default 0,
  expire_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);
comment on table sms_code is 'One row a sent code; of a mobile nobody has too, so that limits and answers are the same';
create index sms_code_mobile on sms_code (mobile_hash, created_at);
create index sms_code_ip on sms_code (ip, created_at);
alter table sms_code owner to app_owner;
grant select, insert, update on sms_code to gate;

create table captcha (
  id bigint primary key default nextval('row_id'),
  code_hash bytea not null,
  expire_at timestamptz not null,
  used_at timestamptz
);
create index captcha_age on captcha (expire_at);
alter table captcha owner to app_owner;
grant select, insert, update on captcha to gate;

-- Wrong passwords by mobile, not by user: a mobile nobody has is locked like any other, and so gives nothing away.
create table login_lock (
  mobile_hash bytea primary key,
  fail_count int not null default 0,
  fail_since timestamptz,
  lock_level int not null default 0,
  locked_until timestamptz
);
alter table login_lock owner to app_owner;
grant select, insert, update on login_lock to gate;
alter table app_user drop column fail_count, drop column fail_since, drop column lock_level, drop column locked_until;
-- The newest first, the one in force included.
alter table app_user add column password_history text[] not null default '{}';

-- A registration under the key of its repeats: the same key, mobile and fields sign in again instead of registering.
create table registration (
  mobile_hash bytea not null,
  key text not null check (length(key) between 8 and 64),
  input_hash bytea not null,
  user_id bigint references app_user (id),
  account_id bigint,
  merchant_id bigint references merchant (id),
  created_at timestamptz not null default app_now(),
  primary key (mobile_hash, key)
);
create index registration_age on registration (created_at);
alter table registration owner to app_owner;
grant select, insert, update on registration to gate;

-- What the installation decides for all merchants.
create table installation_setting (
  name text primary key,
  value jsonb not null
);
alter table installation_setting owner to app_owner;
grant select, insert, update on installation_setting to gate;

alter table merchant
  add column status_note text not null default '',
  add column status_at timestamptz not null default app_now();
comment on column merchant.status_note is 'Why it was refused or suspended, as its owner is told';
grant update (status, status_note, status_at, version) on merchant to gate;

-- A changed status, or consent to an operator's writes, reaches every session of the merchant at its next call.
create function bump_merchant_sessions() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update login_session set stamp = stamp + 1 where merchant_id = new.id and revoked_at is null;
  return null;
end $$;
alter function bump_merchant_sessions() owner to definer;
create trigger merchant_changed after update of status, settings on merchant
  for each row when (old.status is distinct from new.status
    or old.settings -> 'operatorWriteUntil' is distinct from new.settings -> 'operatorWriteUntil')
  execute function bump_merchant_sessions();
create index login_session_merchant on login_session (merchant_id) where revoked_at is null;

-- One-time login tickets `tk_…`: a link that carries a signed-in person to another shell.
create table login_ticket (
  token_hash bytea primary key,
  session_id bigint not null references login_session (id),
  path text not null,
  expire_at timestamptz not null,
  used_at timestamptz
);
create index login_ticket_age on login_ticket (expire_at);
alter table login_ticket owner to app_owner;
grant select, insert, update on login_ticket to gate;

-- Entry of an operator: with the number of the ticket that asked for it, if any.
alter table login_session add column operator_ticket text;

-- What signed people in and has served its time.
create function purge_identity(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from registration where created_at < now_at - interval '48 hours';
  delete from sms_code where created_at < now_at - interval '48 hours';
  delete from captcha where expire_at < now_at;
  delete from login_ticket where expire_at < now_at - interval '1 hour';
  delete from login_lock where greatest(locked_until, fail_since) < now_at - interval '48 hours';
$$;
alter function purge_identity(timestamptz) owner to definer;
revoke all on function purge_identity(timestamptz) from public;
grant execute on function purge_identity(timestamptz) to gate;
grant select, delete on registration, sms_code, captcha, login_ticket, login_lock to definer;
create index login_attempt_mobile on login_attempt (mobile_hash, at);
