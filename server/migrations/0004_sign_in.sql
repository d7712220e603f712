-- Signing in: sessions, codes, locks, second factors, tickets.

create table login_session (
  id bigint default nextval('row_id') primary key,
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
  stamp int not null default 1,
  -- Entry of an operator: with the number of the ticket that asked for it, if any.
  operator_ticket text,
  -- When who holds the session last showed a password or a code: what only a fresh proof opens asks here.
  proved_at timestamptz,
  -- A session says when its holder showed the second factor: of who has one, a session without it is none (decision 130).
  factor_at timestamptz
);
comment on column login_session.factor_at is 'When the second factor was shown here, or in the session that this one follows';
create index login_session_user on login_session (user_id) where revoked_at is null;
create index login_session_account on login_session (account_id) where revoked_at is null;
create index login_session_merchant on login_session (merchant_id) where revoked_at is null;
-- Whether a device is new to its user: their sessions of half a year, ended ones included.
create index login_session_age on login_session (user_id, created_at);
alter table login_session owner to app_owner;
grant select, update, delete on login_session to definer;
grant select, insert, update on login_session to gate;

-- The tenant transaction re-checks the session in its first statement (still as gate), so tenant needs no grant.
create table login_attempt (
  id bigint default nextval('row_id') primary key,
  ip text not null,
  mobile_hash bytea,
  ok boolean not null,
  at timestamptz not null default app_now(),
  -- Attempts of a day are summed by net: an IPv6 address is one of the many that its holder has (a /64 at least, often a /48).
  net text not null default ''
);
comment on column login_attempt.net is 'The /48 of an IPv6 address, any other as it is; ip holds the /64';
create index login_attempt_ip on login_attempt (ip, at);
create index login_attempt_mobile on login_attempt (mobile_hash, at);
create index login_attempt_net on login_attempt (net, at) where not ok;
alter table login_attempt owner to app_owner;
grant select, delete on login_attempt to definer;
grant select, insert, delete on login_attempt to gate;
grant update (ok) on login_attempt to gate;

-- Wrong passwords by mobile, not by user: a mobile nobody has is locked like any other, and so gives nothing away.
create table login_lock (
  mobile_hash bytea primary key,
  fail_count int not null default 0,
  fail_since timestamptz,
  lock_level int not null default 0,
  locked_until timestamptz
);
alter table login_lock owner to app_owner;
grant select, delete on login_lock to definer;
grant select, insert, update on login_lock to gate;

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
grant select, delete on login_ticket to definer;
grant select, insert, update on login_ticket to gate;

-- The further ways in and the way out: a QR code that another device confirms, partners, WeChat, and the end of a user.
create table login_qr (
  id bigint default nextval('row_id') primary key,
  qr_hash bytea not null unique,
  secret_hash bytea not null,
  redirect text not null default '/',
  ip text not null default '',
  user_agent text not null default '',
  state smallint not null default 0 check (state between 0 and 5),
  user_id bigint references app_user (id),
  account_id bigint,
  merchant_id bigint,
  created_at timestamptz not null default app_now(),
  confirmed_at timestamptz,
  factor_at timestamptz
);
comment on column login_qr.state is '0 待扫码 1 已扫码 2 已确认 3 已登录 4 已失效 5 已拒绝; what time does to it is reckoned by its readers';
comment on column login_qr.factor_at is 'That of the session that confirmed';
create index login_qr_age on login_qr (created_at);
alter table login_qr owner to app_owner;
grant select, delete on login_qr to definer;
grant select, insert, update on login_qr to gate;

-- A ticket to one stream of live events: a browser opens it by an address, which may not carry the token.
create table stream_ticket (
  hash bytea primary key,
  session_id bigint not null references login_session (id),
  expire_at timestamptz not null,
  used_at timestamptz
);
comment on table stream_ticket is 'Single use, 60 s. Outside policy: read by role gate only';
alter table stream_ticket owner to app_owner;
grant select, delete on stream_ticket to definer;
grant select, insert, update on stream_ticket to gate;

-- Signing in, completely: codes by SMS, captchas, locks that also cover mobiles nobody has, registration with review,
-- links that sign in once.
create table sms_code (
  id bigint default nextval('row_id') primary key,
  mobile_hash bytea not null,
  scene text not null check (scene in ('login', 'register', 'forgot', 'bind', 'cancel', 'stepup', 'sign')),
  code_hash bytea not null,
  ip text not null default '',
  tries int not null default 0,
  expire_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- Whose code it is: a keyed hash of what tells the device that asked for it from others; null where nobody asked.
  device_hash bytea
);
comment on table sms_code is 'One row a sent code; of a mobile nobody has too, so that limits and answers are the same';
create index sms_code_mobile on sms_code (mobile_hash, created_at);
create index sms_code_ip on sms_code (ip, created_at);
alter table sms_code owner to app_owner;
grant select, delete on sms_code to definer;
grant select, insert, update on sms_code to gate;

create table captcha (
  id bigint default nextval('row_id') primary key,
  code_hash bytea not null,
  expire_at timestamptz not null,
  used_at timestamptz
);
create index captcha_age on captcha (expire_at);
alter table captcha owner to app_owner;
grant select, delete on captcha to definer;
grant select, insert, update on captcha to gate;

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
grant select, delete on registration to definer;
grant select, insert, update on registration to gate;

create table partner_user (
  partner text not null,
  partner_hash bytea not null,
  partner_enc bytea not null,
  user_id bigint not null references app_user (id),
  bound_at timestamptz not null default app_now(),
  primary key (partner, partner_hash)
);
create unique index partner_user_once on partner_user (partner, user_id);
alter table partner_user owner to app_owner;
grant select on partner_user to definer;
grant select, insert, delete on partner_user to gate;
grant update (partner_enc) on partner_user to definer;

-- Who came from a partner and is not known yet, between their code and the mobile they bind.
create table bind_token (
  token_hash bytea primary key,
  partner text not null,
  partner_hash bytea not null,
  partner_enc bytea not null,
  expire_at timestamptz not null,
  used_at timestamptz
);
alter table bind_token owner to app_owner;
grant select, delete on bind_token to definer;
grant select, insert, update on bind_token to gate;
grant update (partner_enc) on bind_token to definer;

-- A second factor (TOTP, RFC 6238) of whoever wants one or must have one, and what signs in between the two factors.
create table user_totp (
  user_id bigint primary key references app_user (id),
  -- Base32, sealed. Null until a first code was right.
  secret_enc bytea,
  -- A secret that was shown and not yet confirmed; it takes the place of the other when it is.
  pending_enc bytea,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on column user_totp.last_step is 'The 30-second step of the newest code that was taken: none serves twice';
alter table user_totp owner to app_owner;
grant select, update on user_totp to definer;
grant select, insert, update, delete on user_totp to gate;

create table recovery_code (
  user_id bigint not null references app_user (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table recovery_code owner to app_owner;
grant select, insert, update, delete on recovery_code to gate;

-- Who showed the first factor and has five minutes for the second.
create table factor_ticket (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id),
  source text not null,
  expire_at timestamptz not null,
  used_at timestamptz,
  -- What was proved by the first factor beside the sign-in itself: an invitation, whose code is not asked for again.
  merchant_id bigint,
  invitation_id bigint
);
create index factor_ticket_age on factor_ticket (expire_at);
alter table factor_ticket owner to app_owner;
grant select, insert, update, delete on factor_ticket to gate;

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
create trigger account_changed after update of role_ids, store_scope, store_ids, status, name, deleted_at on account
  for each row execute function bump_session_stamp();
create trigger role_changed after update of menu_ids, name, deleted_at on role
  for each row execute function bump_session_stamp();

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
create trigger merchant_factor_changed after update of settings on merchant for each row
  when (old.settings -> 'secondFactorRequired' is distinct from new.settings -> 'secondFactorRequired')
  execute function bump_merchant_sessions();
-- What a merchant texts besides the urgent notices reaches every session at its next call: a call that can text nobody does
-- not wait for whom it tells.
create trigger merchant_texted_changed after update of settings on merchant for each row
  when (old.settings -> 'notify' -> 'texted' is distinct from new.settings -> 'notify' -> 'texted')
  execute function bump_merchant_sessions();

-- That somebody has a second factor, or needs one from now on, reaches their sessions at the next call.
create function bump_sessions_of_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update login_session set stamp = stamp + 1
   where user_id = case when tg_op = 'DELETE' then old.user_id else new.user_id end and revoked_at is null;
  return null;
end $$;
alter function bump_sessions_of_user() owner to definer;
create trigger factor_changed after insert or delete or update of confirmed_at on user_totp
  for each row execute function bump_sessions_of_user();

-- Who is disabled or removed is signed out everywhere in this merchant, by whatever it was done.
create function end_sessions_of_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update login_session set revoked_at = app_now(), revoke_reason = case when new.deleted_at is null then '账号停用' else '账号删除' end
   where account_id = new.id and merchant_id = new.merchant_id and revoked_at is null;
  return null;
end $$;
alter function end_sessions_of_account() owner to definer;
create trigger account_ended after update of status, deleted_at on account for each row
  when ((old.status = {accountStatus.enabled} and new.status = {accountStatus.disabled}) or (old.deleted_at is null and new.deleted_at is not null))
  execute function end_sessions_of_account();

-- Whether this merchant may invite the mobile: `here` already, `never` (the platform's own people, the frozen), or `free`.
create function invitable(hash bytea) returns text language sql stable security definer set search_path = public as $$
  select case
    when exists (select from account a left join app_user u on u.id = a.user_id
      where a.merchant_id = merchant() and a.deleted_at is null and (u.mobile_hash = hash
        or a.user_id is null and hash = (select i.mobile_hash from invitation i
          where i.merchant_id = a.merchant_id and i.account_id = a.id order by i.id desc limit 1))) then 'here'
    when exists (select from app_user u where u.mobile_hash = hash and (u.operator or u.status = {userStatus.locked})) then 'never'
    else 'free' end
$$;
alter function invitable(bytea) owner to definer;
revoke all on function invitable(bytea) from public;
grant execute on function invitable(bytea) to tenant;

create function forget_password(account bigint) returns boolean
language plpgsql security definer set search_path = public as $$
declare person bigint;
begin
  select u.id into person from account a join app_user u on u.id = a.user_id
   where a.merchant_id = merchant() and a.id = account and a.deleted_at is null and a.confirmed_at is not null and not u.operator
     and not exists (select from account b where b.user_id = u.id and b.deleted_at is null and b.id <> a.id)
   for no key update of u;
  if person is null then return false; end if;
  update app_user set password_hash = null, password_changed_at = app_now() where id = person;
  update login_session set revoked_at = app_now(), revoke_reason = '密码重置'
   where user_id = person and merchant_id in (merchant(), -1) and revoked_at is null;
  return true;
end $$;
alter function forget_password(bigint) owner to definer;
revoke all on function forget_password(bigint) from public;
grant execute on function forget_password(bigint) to tenant;

create function live_sessions(account bigint) returns int language sql stable security definer set search_path = public as $$
  select count(*)::int from login_session s where s.merchant_id = merchant() and s.account_id = account
    and s.revoked_at is null and s.idle_expire_at > app_now() and s.absolute_expire_at > app_now();
$$;
alter function live_sessions(bigint) owner to definer;
revoke all on function live_sessions(bigint) from public;
grant execute on function live_sessions(bigint) to tenant;

-- Codes by text message are kept for 24 hours (they were for 48): the limit of a day asks for no older ones.
create function purge_identity(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from registration where created_at < now_at - interval '48 hours';
  delete from sms_code where created_at < now_at - interval '24 hours';
  delete from captcha where expire_at < now_at;
  delete from login_ticket where expire_at < now_at - interval '1 hour';
  delete from login_lock where greatest(locked_until, fail_since) < now_at - interval '48 hours';
  delete from login_qr where created_at < now_at - interval '1 day';
  delete from bind_token where expire_at < now_at - interval '1 hour';
$$;
alter function purge_identity(timestamptz) owner to definer;
revoke all on function purge_identity(timestamptz) from public;
grant execute on function purge_identity(timestamptz) to gate;

create function purge_sessions(before timestamptz) returns bigint language sql security definer set search_path = public as $$
  with old as materialized (
      select id from login_session where coalesce(revoked_at, least(idle_expire_at, absolute_expire_at)) < before
       order by id limit 10000),
    streams as (delete from stream_ticket where session_id in (select id from old)),
    tickets as (delete from login_ticket where session_id in (select id from old)),
    gone as (delete from login_session where id in (select id from old) returning 1)
  select count(*) from gone
$$;
alter function purge_sessions(timestamptz) owner to definer;
revoke all on function purge_sessions(timestamptz) from public;
grant execute on function purge_sessions(timestamptz) to gate;

select grant_as_tenant();
