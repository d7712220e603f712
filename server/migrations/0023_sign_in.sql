-- The further ways in and the way out: a QR code that another device confirms, partners, WeChat, and the end of a user.

create table login_qr (
  id bigint primary key default nextval('row_id'),
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
  confirmed_at timestamptz
);
comment on column login_qr.state is '0 待扫码 1 已扫码 2 已确认 3 已登录 4 已失效 5 已拒绝; what time does to it is reckoned by its readers';
create index login_qr_age on login_qr (created_at);
alter table login_qr owner to app_owner;
grant select, insert, update on login_qr to gate;

-- Whom a partner or WeChat knows somebody as. Sealed, with a blind index to find them by.
alter table app_user
  add column wx_open_enc bytea,
  add column wx_open_hash bytea unique,
  add column wx_bound_at timestamptz,
  add column cancel_at timestamptz,
  add column cancel_reason text not null default '';
create index app_user_cancel on app_user (cancel_at) where status = 2;

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
grant select, insert, delete on partner_user to gate;

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
grant select, insert, update on bind_token to gate;

-- Partners whose people may sign in to this merchant.
alter table merchant add column partners text[] not null default '{}';
grant update (partners) on merchant to gate;

create or replace function purge_identity(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  delete from registration where created_at < now_at - interval '48 hours';
  delete from sms_code where created_at < now_at - interval '48 hours';
  delete from captcha where expire_at < now_at;
  delete from login_ticket where expire_at < now_at - interval '1 hour';
  delete from login_lock where greatest(locked_until, fail_since) < now_at - interval '48 hours';
  delete from login_qr where created_at < now_at - interval '1 day';
  delete from bind_token where expire_at < now_at - interval '1 hour';
$$;
grant select, delete on login_qr, bind_token to definer;
