-- Merchants, stores, accounts, sign-in, audit, files, notifications, events and pending work.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- How often a merchant has asked somebody outside today where each question costs: one row for each question.
create table daily_use (
  merchant_id bigint not null default merchant(),
  question text not null check (question in ('readPaper', 'checkIdentity', 'readSign', 'checkLicence', 'queryViolation')),
  day date not null,
  n int not null check (n > 0),
  primary key (merchant_id, question)
);
select tenant_table('daily_use');

-- The merchant, its stores, and what either has of its own: keys, certificate, stamp, working days.
create table merchant (
  id bigint default nextval('row_id') primary key,
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
  created_at timestamptz not null default app_now(),
  status_note text not null default '',
  status_at timestamptz not null default app_now(),
  logo_id bigint,
  licence_file_id bigint,
  rental_filing_no text not null default '',
  contact_mobile_enc bytea,
  district_code text not null default '',
  -- Partners whose people may sign in to this merchant.
  partners text[] not null default '{}'
);
comment on table merchant is '商家: a tenant. status 0 审核中 1 正常 2 停用 3 关闭';
comment on column merchant.status_note is 'Why it was refused or suspended, as its owner is told';
alter table merchant owner to app_owner;
alter table merchant enable row level security;
alter table merchant force row level security;
create policy tenant on merchant to tenant
  using (id = (select current_setting('app.merchant_id')::bigint));
create policy gate on merchant to gate, app_owner using (true) with check (true);
grant select on merchant to definer;
grant select, insert on merchant to gate;
grant select, update on merchant to tenant;
grant update (status, version, status_note, status_at, partners) on merchant to gate;
grant update (contact_mobile_enc) on merchant to definer;

-- Data key and blind-index key of a merchant, wrapped by the installation key. Keys are renewed while servers run: a data key comes into
-- use a while after it was written, when every server knows it. The platform's own is a row like a merchant's, under 0.
create table merchant_key (
  merchant_id bigint not null,
  key_id smallint not null,
  wrapped bytea not null,
  created_at timestamptz not null default app_now(),
  used_from timestamptz not null default now(),
  primary key (merchant_id, key_id)
);
comment on table merchant_key is 'Data key and blind-index key (32 bytes each) of a merchant, 0 the platform, by id; wrapped by the installation key whose id is the first byte';
alter table merchant_key owner to app_owner;
grant select, insert, update, delete on merchant_key to definer;
grant select, insert on merchant_key to gate;

create table store (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 2 and 30),
  code text not null default '',
  status smallint not null default 1 check (status between 0 and 2),
  city_code text not null,
  city_name text not null default '',
  address text not null default '',
  lat double precision,
  lng double precision,
  phones text[] not null default '{}',
  manager_account_id bigint,
  hours jsonb not null default '[]',
  holidays jsonb not null default '[]',
  pickup_modes smallint[] not null default '{1,2,3}',
  return_modes smallint[] not null default '{1,2,3}',
  service_areas jsonb not null default '[]',
  min_lead_minutes int not null default 120 check (min_lead_minutes between 0 and 10080),
  max_advance_days int not null default 180 check (max_advance_days between 1 and 365),
  min_rent_hours int not null default 1 check (min_rent_hours between 1 and 720),
  max_rent_days int not null default 60 check (max_rent_days between 1 and 60),
  settings jsonb not null default '{}',
  allow_one_way boolean not null default true,
  one_way_stores bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  photo_ids bigint[] not null default '{}',
  -- A store may take money by ways of its own, and up to a limit of its own; what it has none of is the merchant's.
  pay_settings jsonb not null default '{}',
  primary key (merchant_id, id)
);
comment on column store.status is '1 营业 0 暂停 2 关闭';
comment on column store.one_way_stores is 'empty: any store of the same merchant that a fee row allows';
comment on column store.pay_settings is 'payWays: the ways of this store, limits.maxPayment: its largest single payment (fen); what is left out is the merchant''s (merchant.pay_settings)';
create unique index store_name on store (merchant_id, name) where status <> {storeStatus.closed};
select tenant_table('store');
create policy gate on store for select to gate using (true);
grant select (merchant_id, status) on store to gate;

-- New versions of the texts that users agree to, as an operator brought them, after the first one that is part of the
-- program (decision 87). Nothing of it is changed or deleted: the newest row of a type that is in effect holds.
create table legal_text (
  id bigint default nextval('row_id') primary key,
  type text not null check (type in ('privacy', 'service', 'documents', 'face')),
  version text not null check (version ~ '^[0-9]{1,4}[.][0-9]{1,4}$'),
  updated_on date not null,
  effective_on date not null,
  passages jsonb not null,
  name text not null,
  note text not null,
  at timestamptz not null default app_now(),
  unique (type, version),
  check (effective_on > updated_on)
);
alter table legal_text owner to app_owner;
create index legal_text_newest on legal_text (type, id desc);
grant select, insert on legal_text to gate;
grant select on legal_text to tenant;

-- People: who signs in, their accounts and rights in merchants; who rents.
create table app_user (
  id bigint default nextval('row_id') primary key,
  mobile_enc bytea not null,
  mobile_hash bytea not null unique,
  password_hash text,
  password_changed_at timestamptz,
  operator boolean not null default false,
  status smallint not null default 1 check (status between 0 and 3),
  created_at timestamptz not null default app_now(),
  -- The newest first, the one in force included.
  password_history text[] not null default '{}',
  -- Whom a partner or WeChat knows somebody as. Sealed, with a blind index to find them by.
  wx_open_enc bytea,
  wx_open_hash bytea unique,
  wx_bound_at timestamptz,
  cancel_at timestamptz,
  cancel_reason text not null default ''
);
comment on table app_user is '自然人: whoever signs in; may hold accounts in several merchants. Outside policy: read by role gate only';
alter table app_user owner to app_owner;
create index app_user_cancel on app_user (cancel_at) where status = {userStatus.cancelling};
grant select, insert, update on app_user to definer;
grant select, insert, update on app_user to gate;
grant select (id, mobile_enc, wx_open_enc) on app_user to definer;
grant update (mobile_enc, wx_open_enc) on app_user to definer;

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
  -- Which of the seven default roles it began as: what 恢复默认 brings back, whatever it is called by now.
  letter text check (letter in ('B', 'M', 'C', 'F', 'V', 'S', 'Q')),
  primary key (merchant_id, id)
);
create unique index role_name on role (merchant_id, name) where deleted_at is null;
create unique index role_letter on role (merchant_id, letter) where letter is not null;
select tenant_table('role');
create policy gate on role for select to gate using (true);
grant select on role to gate;

create table account (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  user_id bigint references app_user (id),
  parent_id bigint not null default 0,
  name text not null check (length(name) between 2 and 20),
  job_no text not null default '',
  is_driver boolean not null default false,
  on_duty boolean not null default true,
  status smallint not null default 1 check (status between 0 and 2),
  role_ids bigint[] not null default '{}',
  store_scope smallint not null default 0 check (store_scope between 0 and 2),
  store_ids bigint[] not null default '{}',
  mobile_enc bytea,
  remark text not null default '',
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  driver_licence_enc bytea,
  driver_licence_mask text not null default '',
  driver_licence_expire_on date,
  confirmed_at timestamptz default app_now(),
  primary key (merchant_id, id),
  constraint account_person check ((user_id is null) = (status = {accountStatus.invited}))
);
comment on column account.status is '0 停用 1 启用 2 待确认';
comment on column account.store_scope is '0 全部门店 1 指定门店 2 仅本人';
comment on column account.confirmed_at is 'When its holder came in; null of an invitation, and of one who was added before there were invitations and never came';
create unique index account_user on account (merchant_id, user_id) where deleted_at is null;
create index account_by_user on account (user_id);
create unique index account_job_no on account (merchant_id, job_no) where job_no <> '' and deleted_at is null;
create index account_page on account (merchant_id, id) where deleted_at is null;
select tenant_table('account');

-- Before a merchant is chosen only the signed-in user's own accounts can be read.
create policy gate on account to gate using (user_id = (select nullif(current_setting('app.user_id', true), ''))::bigint);
grant select on account to gate;
grant update (mobile_enc, driver_licence_enc) on account to definer;
grant update (last_login_at) on account to gate;

-- One row a sent invitation; the newest of an account counts.
create table invitation (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  -- The blind index of app_user.
  mobile_hash bytea not null,
  code_hash bytea not null,
  inviter_id bigint not null default actor(),
  tries int not null default 0,
  expire_at timestamptz not null,
  -- Accepted, or withdrawn.
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
create index invitation_account on invitation (merchant_id, account_id, id);
create index invitation_mobile on invitation (mobile_hash, id);
select tenant_table('invitation', 'insert');
create policy gate on invitation to gate using (true);
grant update on invitation to definer;
grant select on invitation to gate;
grant update (tries) on invitation to gate;

-- Text messages to people who did not ask for them, written before they are sent: strangers get few of them, whoever sends.
create table unasked_text (
  id bigint default nextval('row_id') primary key,
  mobile_hash bytea not null,
  kind text not null check (kind in ('invitation', 'passwordReset', 'customerLink')),
  merchant_id bigint not null references merchant (id),
  created_at timestamptz not null default app_now()
);
alter table unasked_text owner to app_owner;
create index unasked_text_mobile on unasked_text (mobile_hash, kind, created_at);
create index unasked_text_merchant on unasked_text (merchant_id, kind, created_at);
grant select, insert, delete on unasked_text to gate;

-- Who gave whom which rights: whoever was made, let in again or empowered by somebody is no second person to them for a while.
create table rights_given (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  giver_id bigint not null,
  -- The account itself: made, or enabled again.
  whole boolean not null default false,
  -- Otherwise what it may do since then.
  menu_ids int[] not null default '{}',
  at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
create index rights_given_account on rights_given (merchant_id, account_id, at);
-- What was given lately is asked for at each approval, whoever gave it.
create index rights_given_recent on rights_given (merchant_id, at);
select tenant_table('rights_given', '');
grant insert, update on rights_given to definer;

-- Who took which rights from whom, for a day: an owner is not alone because the second persons were switched off a minute ago.
create table rights_taken (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  taker_id bigint not null,
  -- What it could do before and cannot since, or no longer in the same stores.
  menu_ids int[] not null,
  at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
create index rights_taken_account on rights_taken (merchant_id, account_id, at);
create index rights_taken_taker on rights_taken (merchant_id, taker_id, at);
select tenant_table('rights_taken', '');
grant insert on rights_taken to definer;

-- What was shown whole to whom, for a day: an account that looks at many is asked who it is, and who manages people is told.
create table shown_whole (
  id bigint default nextval('row_id') primary key,
  merchant_id bigint not null references merchant (id),
  user_id bigint not null references app_user (id),
  target text not null,
  at timestamptz not null default app_now()
);
comment on column shown_whole.target is 'order/12, person/34; what it holds stands nowhere here';
alter table shown_whole owner to app_owner;
create index shown_whole_user on shown_whole (merchant_id, user_id, at);
grant select, insert, delete on shown_whole to gate;

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
  -- A session says when its holder showed the second factor: of who has one, a session without it is none (decision 19).
  factor_at timestamptz
);
comment on column login_session.factor_at is 'When the second factor was shown here, or in the session that this one follows';
alter table login_session owner to app_owner;
create index login_session_user on login_session (user_id) where revoked_at is null;
create index login_session_account on login_session (account_id) where revoked_at is null;
create index login_session_merchant on login_session (merchant_id) where revoked_at is null;

-- Whether a device is new to its user: their sessions of half a year, ended ones included.
create index login_session_age on login_session (user_id, created_at);
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
alter table login_attempt owner to app_owner;
create index login_attempt_ip on login_attempt (ip, at);
create index login_attempt_mobile on login_attempt (mobile_hash, at);
create index login_attempt_net on login_attempt (net, at) where not ok;
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
alter table login_ticket owner to app_owner;
create index login_ticket_age on login_ticket (expire_at);
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
alter table login_qr owner to app_owner;
create index login_qr_age on login_qr (created_at);
grant select, delete on login_qr to definer;
grant select, insert, update on login_qr to gate;

-- A ticket to one stream of live events: a browser opens it by an address, which may not carry the token.
create table stream_ticket (
  hash bytea primary key,
  session_id bigint not null references login_session (id),
  expire_at timestamptz not null,
  used_at timestamptz,
  -- What the maps of its tab show: the parts of the earth in sight, and until when positions of cars on rent may be sent. A stream
  -- reads it with its ticket, because the call that changes it may reach another server than the stream.
  view jsonb
);
comment on table stream_ticket is 'Opens a stream once, within 60 s; while a map is open, says what it shows. Outside policy: read by role gate only';
comment on column stream_ticket.view is 'MapView of platform/stream/store.ts; null: no map was open yet';
alter table stream_ticket owner to app_owner;
grant select, delete on stream_ticket to definer;
grant select, insert, update on stream_ticket to gate;
grant update on stream_ticket to definer;

-- Signing in, completely: codes by SMS, captchas, locks that also cover mobiles nobody has, registration with review,
-- links that sign in once.
create table sms_code (
  id bigint default nextval('row_id') primary key,
  mobile_hash bytea not null,
  scene text not null check (scene in ('login', 'register', 'forgot', 'bind', 'cancel', 'stepup', 'sign', 'link', 'rent')),
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
alter table sms_code owner to app_owner;
create index sms_code_mobile on sms_code (mobile_hash, created_at);
create index sms_code_ip on sms_code (ip, created_at);
grant select, delete on sms_code to definer;
grant select, insert, update on sms_code to gate;

create table captcha (
  id bigint default nextval('row_id') primary key,
  code_hash bytea not null,
  expire_at timestamptz not null,
  used_at timestamptz
);
alter table captcha owner to app_owner;
create index captcha_age on captcha (expire_at);
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
alter table registration owner to app_owner;
create index registration_age on registration (created_at);
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
alter table partner_user owner to app_owner;
create unique index partner_user_once on partner_user (partner, user_id);
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
alter table factor_ticket owner to app_owner;
create index factor_ticket_age on factor_ticket (expire_at);
grant select, insert, update, delete on factor_ticket to gate;

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

-- What the titles and names of a merchant's own spreadsheets mean: chosen once, known the next time.
create table import_choice (
  merchant_id bigint not null default merchant(),
  field text not null,
  name text not null,
  target text,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, field, name),
  check (field in ('column', 'violationColumn', 'statementColumn', 'costColumn', 'tollColumn', 'policyColumn', 'model', 'store'))
);
comment on column import_choice.name is 'In its plain form, without blanks and full-width signs; empty: rows that say none';
comment on column import_choice.target is 'A key of the import columns, or the id of a model or store; null: nothing of the column is taken';
select tenant_table('import_choice');

create table media (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  biz text not null,
  biz_id bigint,
  order_id bigint,
  kind text not null check (kind in ('image', 'video', 'pdf', 'table')),
  path text not null,
  thumb boolean not null default false,
  mime text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  width int,
  height int,
  taken_at timestamptz,
  uploader_id bigint not null default actor(),
  linked_at timestamptz,
  state smallint not null default 2,
  created_at timestamptz not null default app_now(),
  scan_id bigint,
  -- A file over 8 MB comes in parts, which survive a lost connection. What came of it is known by its parts until it is whole.
  upload_key text,
  parts int,
  duration_s int,
  -- Photos of customers come in smaller parts than films of staff.
  part_bytes int,
  primary key (merchant_id, id)
);
comment on column media.state is '0 待上传 1 处理中 2 可用 3 已拒绝 4 已删除';
comment on column media.scan_id is 'the link by which it came';
comment on column media.upload_key is 'what its uploader calls it while it comes in parts';
comment on column media.parts is 'in how many parts it lies; null for one that is opened whole';
comment on column media.part_bytes is 'bytes of each part but the last while it comes in parts; null: those of an upload by staff';
create unique index media_path on media (merchant_id, path);
create index media_biz on media (merchant_id, biz, biz_id);
create index media_orphan on media (created_at) where linked_at is null and state = {mediaState.ready};
create index media_table on media (merchant_id, created_at) where kind = 'table' and state = {mediaState.ready};
create index media_scan on media (merchant_id, scan_id) where scan_id is not null;
create unique index media_upload on media (merchant_id, uploader_id, upload_key) where upload_key is not null;
create index media_unfinished on media (created_at) where state = {mediaState.uploading};
create index media_unnamed on media (merchant_id, uploader_id) include (size_bytes)
  where linked_at is null and state in ({mediaState.uploading}, {mediaState.ready});

-- A handover may name a video that the native shell still uploads: those that are waited for, by their order.
create index media_coming on media (merchant_id, order_id) where state = {mediaState.uploading} and linked_at is not null;
select tenant_table('media');

create table media_part (
  merchant_id bigint not null default merchant(),
  media_id bigint not null,
  no int not null,
  sha256 bytea not null,
  primary key (merchant_id, media_id, no),
  foreign key (merchant_id, media_id) references media (merchant_id, id)
);
select tenant_table('media_part');

-- A page that opens without signing in: who has the link sees one paper and may sign it. Only the hash of the link is kept.
create table link_token (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  purpose text not null check (purpose in ('sign', 'pay', 'selfPickup', 'selfReturn', 'violation', 'owner')),
  order_id bigint,
  owner_id bigint,
  -- The paper.
  ref_id bigint not null,
  way smallint not null check (way between 1 and 3),
  -- Whom it is for: codes go there.
  phone_enc bytea not null,
  phone_mask text not null,
  expire_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- Links to the customer's own page to pay on: what they ask for, besides the order or the row of it (ref_id).
  pay_kind smallint check (pay_kind between 1 and 11),
  -- Whoever proved to have the customer's phone goes on with a pass, of which the hash is kept; the next one takes its place.
  pass_hash bytea,
  pass_until timestamptz,
  -- Files that were begun by the link, taken or not.
  tries int not null default 0,
  primary key (merchant_id, id)
);
comment on table link_token is 'way 1 短信链接 2 扫码 3 门店手机';
comment on column link_token.pay_kind is 'of a link to pay: what it asks for';
comment on column link_token.tries is 'files, and parts of photos, that were sent by the link, taken or not';
comment on column link_token.owner_id is 'The owner of cars whom the link is for; null: the link is about an order';
create index link_token_hash on link_token (token_hash);
create index link_token_ref on link_token (merchant_id, ref_id, created_at);
create index link_token_order on link_token (merchant_id, order_id, purpose) where revoked_at is null;
create index link_token_owner on link_token (merchant_id, owner_id) where owner_id is not null;
select tenant_table('link_token');
create policy gate on link_token for select to gate using (true);
grant select on link_token to gate;
grant update (phone_enc) on link_token to definer;

-- A page on another phone that adds files to one place of an order, for the account that made it: whoever has the link
-- sends and reads nothing. Only its hash is kept.
create table scan_link (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  order_id bigint not null,
  -- The kind of business that its files are for.
  purpose text not null,
  -- Files that were begun, taken or not.
  tries int not null default 0,
  expire_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
create index scan_link_hash on scan_link (token_hash);
create index scan_link_order on scan_link (merchant_id, order_id);
select tenant_table('scan_link');
create policy gate on scan_link for select to gate using (true);
grant select on scan_link to gate;

-- Work for staff that is not a status of an order: 排车冲突, 退款异常, 待退押金 …
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
  -- Who does what waits for a person, and until when; nobody named: whoever may.
  assignee_id bigint,
  due_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, assignee_id) references account (merchant_id, id)
);
comment on column task.assignee_id is 'in whose to-dos alone it stands; null: in those of all who may do it';
create unique index task_open on task (merchant_id, kind, ref_id) where done_at is null;
create index task_order on task (merchant_id, order_id) where done_at is null;
select tenant_table('task');

-- Deeds that one person alone may not do: asked for by a call that was refused, decided by another who holds its key, then
-- done once by repeating the call with the same input.
create table approval (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind text not null,
  call text not null,
  -- Any one of them decides.
  keys text[] not null,
  store_ids bigint[],
  input_hash bytea not null,
  summary text not null check (length(summary) <= 200),
  requester_id bigint not null default actor(),
  decider_id bigint,
  note text not null default '',
  state smallint not null default 0 check (state in (0, 1, 2)),
  -- Nobody else could decide when it was asked for: from then on a code sent to the requester takes the place of a decision.
  ready_at timestamptz,
  expire_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  -- The menu rows of `keys`, any one of which decides.
  menu_ids int[] not null default '{}',
  -- Whose affair a deed is does not count as its second person, whoever asks for it.
  barred_ids bigint[] not null default '{}',
  primary key (merchant_id, id),
  check (decider_id is distinct from requester_id)
);
comment on table approval is 'state 0 待复核 1 已通过 2 已拒绝; past expire_at it is 3 已过期, which nobody writes';
comment on column approval.barred_ids is 'accounts that do not decide it besides the requester: whose shift is short';
create index approval_open on approval (merchant_id, requester_id, call, id) where used_at is null;
create index approval_undecided on approval (merchant_id, id) where state = {approvalState.waiting} and used_at is null;
select tenant_table('approval');

create table notification (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  account_id bigint not null,
  type smallint not null,
  level smallint not null default 1 check (level between 1 and 3),
  title text not null check (length(title) between 1 and 40),
  body text not null default '' check (length(body) <= 200),
  link text not null default '',
  -- What it is about: the same within ten minutes is told once.
  ref text not null,
  read_at timestamptz,
  created_at timestamptz not null default app_now(),
  ring_at timestamptz,
  -- Notices of one kind that nobody has read yet become one, which says how many there are.
  gathered int not null default 1 check (gathered > 0),
  primary key (merchant_id, account_id, id)
);
comment on table notification is 'Notices to staff, kept 1 year. One of a type that its reader switched off is born read';
comment on column notification.ring_at is 'When phones ring for it; null: they did, or need not';
comment on column notification.gathered is 'How many notices it stands for';
create index notification_unread on notification (merchant_id, account_id, created_at) where read_at is null;
create index notification_ring on notification (ring_at) where ring_at is not null;

-- Whether something was told is asked by what it is about; by time alone an index would read all that any merchant was told since, two
-- years of it where it is told once and for all. What is old is looked for once a night.
create index notification_ref on notification (merchant_id, ref text_pattern_ops);
select tenant_table('notification');
grant delete on notification to definer;

-- What an account switched off, by the names of domain notify/notice.ts.
create table notify_switch (
  merchant_id bigint not null default merchant(),
  account_id bigint not null,
  muted text[] not null default '{}',
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references account (merchant_id, id)
);
select tenant_table('notify_switch');

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
  -- Text messages that are due, across merchants, to customers as to staff: ids only; each is then sent in the name of its
  -- merchant. `tries` says when the next one is worth it.
  tries smallint not null default 0,
  body_enc bytea,
  -- What the outbox sends by another way than a text message goes to an account, wherever it is reached at that moment.
  way smallint not null default {notifyWay.sms} check (way between {notifyWay.sms} and {notifyWay.push}),
  notice_id bigint,
  primary key (merchant_id, id)
);
comment on table outbox is 'What is sent: text messages to customers (kind: what of) and staff (kind staff), and notices to staff by other ways. state: domain channel/codes.ts deliveryStates';
comment on column outbox.body is 'Empty since the text is sealed in body_enc; of rows written before, the text';
comment on column outbox.notice_id is 'The notice that it rings for, of other ways than text messages; to whom, and what, stands there';
create unique index outbox_once on outbox (merchant_id, kind, dedupe);
create index outbox_order on outbox (merchant_id, order_id);
create index outbox_due on outbox (due_at) where state < {deliveryState.delivered};
select tenant_table('outbox');
grant update (mobile_enc, body, body_enc) on outbox to definer;

-- What running clients are told of. A row per change, written in the transaction that made it; it says where to look,
-- never what is there. Rows of orders, pools, to-dos and rights are written by triggers: no code can forget them, timers
-- included, and they cost no statement of their own.
create table event (
  merchant_id bigint not null default merchant(),
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null default nextval('row_id'),
  type text not null,
  -- What it is about: told once per transaction, however often it changed.
  ref text not null,
  data jsonb not null,
  keys text[],
  store_ids bigint[],
  account_ids bigint[],
  at timestamptz not null default app_now(),
  primary key (merchant_id, xid, type, ref)
);
comment on table event is 'Live events, kept 1 h. keys, store_ids, account_ids: whose eyes it must fit (domain stream/events.ts); null keys: those of its type';

-- Nobody may read on while a transaction that began earlier is under way: readers go by xid up to the horizon.
create index event_order on event (xid, id);
select tenant_table('event');
grant insert, update, delete on event to definer;

-- What the clock does: sums that are kept, and what is due by now, of all merchants.
-- Sums that screens begin with and that history makes long to add up: orders of each status, and fen billed on a day, both
-- by the stores of their orders. Whoever writes an order or its books adds a row to `tally_change` and so waits for nobody;
-- a timer adds those rows to `tally` and takes them away. A sum is both together: at every moment exactly what counting the
-- rows that are seen would say.
create table tally (
  merchant_id bigint not null default merchant(),
  name text not null,
  store_id bigint not null,
  return_store_id bigint not null,
  n bigint not null,
  primary key (merchant_id, name, store_id, return_store_id) include (n)
) with (autovacuum_vacuum_scale_factor = 0.05);
-- How many long orders have an instalment due, or late, is stored as the counts of statuses are: each that waits would cost the first
-- page of the list two lookups. Late is what the job writes, so that its sum moves with that row. What is due comes by its date, with
-- no row written: its sums are named by that date, and what is due today is those up to it. `0` stands before all dates.
comment on table tally is 'name: "order <kind> <status>" counts orders, but dropped drafts; "plan <kind> <date>" those whose next instalment is due on it and none late, "plan <kind> 0" those of which one is late; "billed <date>" sums fen billed (J1, J3)';
select tenant_table('tally', '');
create policy scope on tally as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then name in ('vehicle', 'rented')
      and (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
    else false
  end);
grant insert, update, delete on tally to definer;

create table tally_change (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null,
  store_id bigint not null,
  return_store_id bigint not null,
  n bigint not null,
  primary key (merchant_id, id)
);
select tenant_table('tally_change', '');
create policy scope on tally_change as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then name in ('vehicle', 'rented')
      and (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
    else false
  end);
grant insert, update, delete on tally_change to definer;

-- How many bytes of files a merchant keeps: those on their way by the size that was told, papers that the product made among
-- them, thumbnails not. The row is locked by whoever adds, until its commit: what is compared with the quota is the sum.
create table media_space (
  merchant_id bigint primary key default merchant(),
  bytes bigint not null
);
select tenant_table('media_space', '');
grant insert, update on media_space to definer;

-- What waits for a person is a row. Without it home, the counters, the list of the day and the filter of the order list would each find
-- it by conditions over orders, payments, deposits and tasks. The rows of a subject are what a function of its facts says
-- (`pendingWorkOf` of packages/domain/src/platform/pending-work), written in the transaction that changes them; a nightly job compares.
create table pending_work (
  merchant_id bigint not null default merchant(),
  subject text not null,
  subject_id bigint not null,
  kind text not null,
  order_kind smallint not null,
  store_id bigint not null,
  return_store_id bigint not null,
  created_by bigint not null,
  counts_from timestamptz,
  counts_until timestamptz,
  counts_fen bigint,
  listed_from timestamptz,
  due_at timestamptz,
  listed_fen bigint,
  promised_at timestamptz,
  assignee_id bigint,
  except_id bigint,
  -- The kind that its order has by its status. How many orders have a status is stored, so that nobody who counts pending work walks a
  -- row of each order without a car, thousands of them; such an order is not counted again by its other kinds.
  status_kind text,
  primary key (merchant_id, subject, subject_id, kind),
  check ((listed_from is null) = (due_at is null)),
  check (subject in ('order', 'ticket', 'violation', 'referral', 'alarm', 'insurance', 'toll', 'ownerStatement', 'payableBill', 'paymentRun'))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table pending_work is 'What waits for a person, once a subject and kind. Written by pendingWorkOf alone: kinds and what the columns mean stand in packages/domain/src/platform/pending-work';
comment on column pending_work.counts_from is 'Its counter counts it from then until counts_until; null: never';
comment on column pending_work.listed_from is 'On the list of the day from then; null: never';
comment on column pending_work.created_by is 'Who made the subject: of own orders alone it is seen by them';
comment on column pending_work.order_kind is 'Kind of the order, or of the ticket; of a violation 0; of a referral the id of the permission that it needs';
comment on column pending_work.return_store_id is 'Of a ticket the store that its car comes to, or the store of the ticket';
comment on column pending_work.store_id is 'Of a violation that is of no store 0';
comment on column pending_work.status_kind is 'The kind of its order that follows from the status of the order alone, if there is one';
create index pending_work_listed on pending_work (merchant_id, listed_from)
  include (subject, subject_id, kind, order_kind, store_id, return_store_id, created_by, due_at, promised_at, assignee_id, listed_fen, except_id)
  where listed_from is not null;

-- Whose pickup is on the list as a no-show, few at any time.
create index pending_work_no_show on pending_work (merchant_id, subject_id) where kind = 'noShow';
create index pending_work_counted on pending_work (merchant_id, kind, counts_from)
  include (subject, subject_id, status_kind, order_kind, store_id, return_store_id, created_by, counts_until, counts_fen, except_id)
  where counts_from is not null;
select tenant_table('pending_work', 'insert, update, delete');

-- Who follows what happens: each follower of a merchant's events has its place among them, and moves it in the transaction that does
-- what the events ask for. So that happens once in effect, whoever is killed in it and however many servers try.
create table follower (
  merchant_id bigint not null default merchant(),
  name text not null,
  xid xid8 not null,
  event_id bigint not null default 0,
  -- All that was committed by then has been followed.
  reached_at timestamptz not null default app_now(),
  -- A job that follows all merchants asks for those with work first: for most of them nothing has happened.
  due_at timestamptz not null default '-infinity',
  primary key (merchant_id, name)
);
comment on table follower is 'The place of a follower in the order (xid, id) of event; nothing behind it is thrown away';
comment on column follower.due_at is 'When it has work though no event comes';
select tenant_table('follower');

-- Read with every store in sight alone: which stores somebody sees is part of what is asked for.
create policy scope on follower as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant update on follower to definer;

-- Where somebody is reached besides their mobile: the app on a phone, for as long as it is signed in there, and WeChat.
create table ring_address (
  address_hash bytea primary key,
  user_id bigint not null references app_user (id),
  way smallint not null check (way in ({notifyWay.wechat}, {notifyWay.push})),
  session_id bigint references login_session (id) on delete cascade,
  address_enc bytea not null,
  created_at timestamptz not null default app_now(),
  check ((way = {notifyWay.push}) = (session_id is not null))
);
comment on table ring_address is 'By a blind index: a phone or a follower is one person''s, the last who signed in. Outside policy: read by role gate only';
alter table ring_address owner to app_owner;
create index ring_address_session on ring_address (session_id);
create index ring_address_user on ring_address (user_id, way);
grant select, insert, update, delete on ring_address to gate;
grant select on ring_address to definer;
grant update (address_enc) on ring_address to definer;

-- Whoever may not do something asks a colleague who may: one open request for each act on each record.
create table referral (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  subject text not null check (subject in ('order', 'ticket', 'violation', 'draft')),
  subject_id bigint not null,
  act text not null,
  note text not null default '',
  store_id bigint not null,
  return_store_id bigint not null,
  told_ids bigint[] not null,
  -- What somebody has typed for an act that only a colleague may do: there is no record yet, so the request holds it.
  draft bytea,
  draft_screen text,
  expires_at timestamptz,
  created_by bigint not null default actor(),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ended_by bigint,
  primary key (merchant_id, id),
  check ((ended_at is null) = (ended_by is null))
);
comment on table referral is 'Requests to colleagues for an act that the requester may not do; an open one is pending work of all who may';
comment on column referral.act is 'The permission that the act needs';
comment on column referral.store_id is 'As in table pending_work; 0 without a store';
comment on column referral.told_ids is 'The accounts that were notified';
comment on column referral.draft is 'The filled form as JSON, encrypted; null once the request has ended, and for requests about a record';
comment on column referral.draft_screen is 'The screen of the form, by its name';
comment on column referral.expires_at is 'The end of a request with a draft that has not been taken up';
create unique index referral_open on referral (merchant_id, subject, subject_id, act) where ended_at is null;
create index referral_asked on referral (merchant_id, created_by, created_at);
create index referral_expiry on referral (expires_at) where ended_at is null and expires_at is not null;
select tenant_table('referral');
grant select, update on referral to definer;

-- Merchants that are served here, for nightly work that goes merchant by merchant.
create function every_merchant() returns table (id bigint) language sql stable security definer set search_path = public as
  $$ select m.id from merchant m where m.status in ({merchantStatus.normal}, {merchantStatus.suspended})
       and m.id not in (select p.merchant_id from merchant_place p) order by m.id $$;
alter function every_merchant() owner to definer;
revoke all on function every_merchant() from public;
grant execute on function every_merchant() to gate;

-- The one address at which all merchants of a person live, when none of them is served here.
create function place_of_person(hash bytea) returns text language sql stable security definer set search_path = public as $$
  select case when bool_and(p.state = {merchantPlace.elsewhere}) and min(p.url) = max(p.url) then min(p.url) end
    from app_user u
    join account a on a.user_id = u.id and a.deleted_at is null
    left join merchant_place p on p.merchant_id = a.merchant_id
   where u.mobile_hash = hash and not u.operator
$$;
alter function place_of_person(bytea) owner to definer;
revoke all on function place_of_person(bytea) from public;
grant execute on function place_of_person(bytea) to gate;

create function end_invitation() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invitation set ended_at = app_now() where merchant_id = new.merchant_id and account_id = new.id and ended_at is null;
  return null;
end $$;
alter function end_invitation() owner to definer;
create trigger invitation_ended after update of status, deleted_at on account for each row
  when (old.status = {accountStatus.invited} and (new.status <> {accountStatus.invited} or new.deleted_at is not null)) execute function end_invitation();

create function menus_of(merchant bigint, roles bigint[]) returns int[] language sql stable as $$
  select coalesce(array_agg(distinct m), '{}') from role r, unnest(r.menu_ids) m
   where r.merchant_id = merchant and r.id = any (roles) and r.deleted_at is null
$$;

-- Whoever was switched off and on again within a day is who they were: nobody made them, and they decide as before.
create function note_rights_given() returns trigger language plpgsql security definer set search_path = public as $$
declare gained int[];
begin
  if tg_op = 'UPDATE' and old.status = {accountStatus.invited} and new.status = {accountStatus.enabled} then
    -- What was given to an invitation takes effect only now.
    update rights_given set at = app_now() where merchant_id = new.merchant_id and account_id = new.id;
  elsif actor() = 0 then
    return null;
  elsif tg_op = 'UPDATE' and old.status = {accountStatus.disabled} and new.status = {accountStatus.enabled} and exists (
    select from rights_taken t where t.merchant_id = new.merchant_id and t.account_id = new.id
       and t.at > app_now() - interval '24 hours' and t.menu_ids @> menus_of(new.merchant_id, new.role_ids)) then
    return null;
  elsif tg_op = 'INSERT' or (old.status = {accountStatus.disabled} and new.status = {accountStatus.enabled}) then
    insert into rights_given (merchant_id, account_id, giver_id, whole) values (new.merchant_id, new.id, actor(), true);
  elsif new.role_ids <> old.role_ids then
    select array_agg(m) into gained from (
      select unnest(menus_of(new.merchant_id, new.role_ids)) except select unnest(menus_of(new.merchant_id, old.role_ids))) x (m);
    if gained is not null then
      insert into rights_given (merchant_id, account_id, giver_id, menu_ids) values (new.merchant_id, new.id, actor(), gained);
    end if;
  end if;
  return null;
end $$;
alter function note_rights_given() owner to definer;
create trigger rights_given after insert or update of status, role_ids on account
  for each row execute function note_rights_given();

create function note_role_given() returns trigger language plpgsql security definer set search_path = public as $$
declare gained int[];
begin
  select array_agg(m) into gained from (select unnest(new.menu_ids) except select unnest(old.menu_ids)) x (m);
  if actor() <> 0 and gained is not null then
    insert into rights_given (merchant_id, account_id, giver_id, menu_ids)
    select new.merchant_id, a.id, actor(), gained from account a
     where a.merchant_id = new.merchant_id and a.deleted_at is null and new.id = any (a.role_ids);
  end if;
  return null;
end $$;
alter function note_role_given() owner to definer;
create trigger rights_given after update of menu_ids on role for each row execute function note_role_given();

create function note_rights_taken() returns trigger language plpgsql security definer set search_path = public as $$
declare held int[] := menus_of(old.merchant_id, old.role_ids); lost int[];
begin
  if actor() = 0 or old.status <> {accountStatus.enabled} or old.deleted_at is not null then
    return null;
  elsif new.status <> {accountStatus.enabled} or new.deleted_at is not null or (new.store_scope, new.store_ids) is distinct from (old.store_scope, old.store_ids) then
    lost := held;
  else
    select coalesce(array_agg(m), '{}') into lost from (
      select unnest(held) except select unnest(menus_of(new.merchant_id, new.role_ids))) x (m);
  end if;
  if lost <> '{}' then
    insert into rights_taken (merchant_id, account_id, taker_id, menu_ids) values (new.merchant_id, new.id, actor(), lost);
  end if;
  return null;
end $$;
alter function note_rights_taken() owner to definer;
create trigger rights_taken after update of status, role_ids, deleted_at, store_scope, store_ids on account
  for each row execute function note_rights_taken();

create function note_role_taken() returns trigger language plpgsql security definer set search_path = public as $$
declare lost int[];
begin
  select array_agg(m) into lost from (
    select unnest(old.menu_ids) except select unnest(case when new.deleted_at is null then new.menu_ids else '{}'::int[] end)) x (m);
  if actor() <> 0 and old.deleted_at is null and lost is not null then
    insert into rights_taken (merchant_id, account_id, taker_id, menu_ids)
    select new.merchant_id, a.id, actor(), lost from account a
     where a.merchant_id = new.merchant_id and a.status = {accountStatus.enabled} and a.deleted_at is null and new.id = any (a.role_ids);
  end if;
  return null;
end $$;
alter function note_role_taken() owner to definer;
create trigger rights_taken after update of menu_ids, deleted_at on role for each row execute function note_role_taken();

-- What names no store is the whole merchant's: whoever is limited to some stores is no second person of it.
create function second_persons(menus int[], requester bigint, stores bigint[], givers int[]) returns setof bigint
language sql stable as $$
  with recursive given as (
    select account_id, giver_id, whole, menu_ids from rights_given
     where merchant_id = merchant() and at > (select app_now()) - interval '30 days' and account_id <> giver_id
  ), hand (id) as (
    select requester
    union
    select g.account_id from given g join hand h on h.id = g.giver_id where g.whole or g.menu_ids && givers
  )
  select a.id from account a
   where a.merchant_id = merchant() and a.status = {accountStatus.enabled} and a.deleted_at is null and a.id <> requester
     and coalesce(a.confirmed_at, a.created_at) <= app_now() - interval '24 hours'
     and (a.store_scope = {storeScope.all} or a.store_ids && stores)
     and menus && menus_of(a.merchant_id, a.role_ids)
     and not exists (select from given g join hand h on h.id = g.giver_id
       where g.account_id = a.id and (g.whole or g.menu_ids && menus))
$$;

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

create function live_sessions(account bigint) returns int language sql stable security definer set search_path = public as $$
  select count(*)::int from login_session s where s.merchant_id = merchant() and s.account_id = account
    and s.revoked_at is null and s.idle_expire_at > app_now() and s.absolute_expire_at > app_now();
$$;
alter function live_sessions(bigint) owner to definer;
revoke all on function live_sessions(bigint) from public;
grant execute on function live_sessions(bigint) to tenant;

-- Codes by text message are kept for 24 hours: the limit of a day asks for no older ones.
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

create function purge_notices(before timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from notification where created_at < before $$;
alter function purge_notices(timestamptz) owner to definer;
revoke all on function purge_notices(timestamptz) from public;
grant execute on function purge_notices(timestamptz) to gate;

create function texts_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select o.merchant_id, o.id from outbox o where o.state < {deliveryState.delivered} and o.due_at <= now_at order by o.due_at limit most;
$$;
alter function texts_due(timestamptz,int) owner to definer;
revoke all on function texts_due(timestamptz,int) from public;
grant execute on function texts_due(timestamptz,int) to gate;

create function tell_of_pool(merchant bigint, store bigint, model bigint, from_at timestamptz, to_at timestamptz)
returns void language sql security definer set search_path = public as $$
  insert into event (merchant_id, type, ref, data, store_ids)
  values (merchant, 'stock.changed', store || '/' || model,
    jsonb_build_object('storeId', store::text, 'modelId', model::text, 'from', epoch_ms(from_at), 'to', epoch_ms(to_at)),
    array[store])
  on conflict (merchant_id, xid, type, ref) do update
    set data = excluded.data || jsonb_build_object(
      'from', least((event.data ->> 'from')::bigint, (excluded.data ->> 'from')::bigint),
      'to', case when event.data ->> 'to' is not null and excluded.data ->> 'to' is not null
        then greatest((event.data ->> 'to')::bigint, (excluded.data ->> 'to')::bigint) end);
$$;
alter function tell_of_pool(bigint,bigint,bigint,timestamptz,timestamptz) owner to definer;
revoke all on function tell_of_pool(bigint,bigint,bigint,timestamptz,timestamptz) from public;

-- Whom a change of rights concerns: they look at themselves anew at once.
create function tell_of_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  values (new.merchant_id, 'auth.changed', 'account/' || new.id, jsonb_build_object('reason', case
      when old.role_ids <> new.role_ids then 'role'
      when (old.store_scope, old.store_ids) is distinct from (new.store_scope, new.store_ids) then 'scope'
      else 'status' end), array[new.id])
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_account() owner to definer;
revoke all on function tell_of_account() from public;
create trigger told after update of role_ids, store_scope, store_ids, status, deleted_at, name on account for each row
  when ((old.role_ids, old.store_scope, old.store_ids, old.status, old.deleted_at, old.name)
    is distinct from (new.role_ids, new.store_scope, new.store_ids, new.status, new.deleted_at, new.name))
  execute function tell_of_account();

create function tell_of_role() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  select new.merchant_id, 'auth.changed', 'role/' || new.id, '{"reason": "role"}', array_agg(a.id)
    from account a where a.merchant_id = new.merchant_id and new.id = any (a.role_ids) having count(*) > 0
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_role() owner to definer;
revoke all on function tell_of_role() from public;
create trigger told after update of menu_ids, deleted_at, name on role for each row
  when ((old.menu_ids, old.deleted_at, old.name) is distinct from (new.menu_ids, new.deleted_at, new.name))
  execute function tell_of_role();

-- A session that ends takes its streams along; its account's other sessions need only look again.
create function tell_of_session() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  values (new.merchant_id, 'auth.changed', 'session/' || new.id,
    jsonb_build_object('reason', 'session', 'sessionId', new.id::text), array[coalesce(new.account_id, 0)])
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_session() owner to definer;
revoke all on function tell_of_session() from public;
create trigger told after update of revoked_at on login_session for each row
  when (new.merchant_id <> -1 and old.revoked_at is null and new.revoked_at is not null) execute function tell_of_session();

create function tell_of_merchant() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, account_ids)
  select new.id, 'auth.changed', 'merchant/' || new.id, '{"reason": "merchant"}', array_agg(a.id)
    from account a where a.merchant_id = new.id having count(*) > 0
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_merchant() owner to definer;
revoke all on function tell_of_merchant() from public;
create trigger told after update of status, name on merchant for each row
  when ((old.status, old.name) is distinct from (new.status, new.name)) execute function tell_of_merchant();

-- What live sessions may see now, many at once: the clients of a node look again together when rights change. A session
-- that has ended, or whose account is disabled, brings no row.
create function session_rights(sessions bigint[], now_at timestamptz)
  returns table (session_id bigint, merchant_id bigint, account_id bigint, operator boolean, store_scope smallint,
    store_ids bigint[], menu_ids int[])
  language sql stable security definer set search_path = public as $$
  select s.id, s.merchant_id, coalesce(a.id, 0), u.operator, coalesce(a.store_scope, 0), coalesce(a.store_ids, '{}'),
    array(select distinct unnest(r.menu_ids) from role r
      where r.merchant_id = s.merchant_id and r.id = any (a.role_ids) and r.deleted_at is null)
  from login_session s
    join app_user u on u.id = s.user_id and u.status = {userStatus.normal}
    left join account a on a.merchant_id = s.merchant_id and a.id = s.account_id and a.status = {accountStatus.enabled} and a.deleted_at is null
  where s.id = any (sessions) and s.revoked_at is null and s.merchant_id <> -1
    and s.idle_expire_at > now_at and s.absolute_expire_at > now_at
    and (a.id is not null or s.account_id is null and u.operator);
$$;
alter function session_rights(bigint[],timestamptz) owner to definer;
revoke all on function session_rights(bigint[],timestamptz) from public;
grant execute on function session_rights(bigint[],timestamptz) to gate;

-- What came after a reader's place, of every merchant, in the one order that everybody sees. Up to the horizon: below it
-- every transaction has ended, so nothing can appear behind the place that is handed out. A full page ends at its last row.
create function events_after(after_xid xid8, after_id bigint, most int)
  returns table (merchant_id bigint, xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[],
    account_ids bigint[], at timestamptz) language sql stable security definer set search_path = public as $$
  select e.merchant_id, e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids, e.at from event e
   where (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
alter function events_after(xid8,bigint,int) owner to definer;
revoke all on function events_after(xid8,bigint,int) from public;
grant execute on function events_after(xid8,bigint,int) to gate;

-- The same of one merchant, for a client that comes back.
create function events_of(merchant bigint, after_xid xid8, after_id bigint, most int)
  returns table (xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[], account_ids bigint[])
  language sql stable security definer set search_path = public as $$
  select e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids from event e
   where e.merchant_id = merchant and (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
alter function events_of(bigint,xid8,bigint,int) owner to definer;
revoke all on function events_of(bigint,xid8,bigint,int) from public;
grant execute on function events_of(bigint,xid8,bigint,int) to gate;

-- The newest events of a merchant, for a client whose first answers are older than its stream.
create function events_since(merchant bigint, since timestamptz, most int)
  returns table (xid xid8, id bigint, type text, data jsonb, keys text[], store_ids bigint[], account_ids bigint[])
  language sql stable security definer set search_path = public as $$
  select e.xid, e.id, e.type, e.data, e.keys, e.store_ids, e.account_ids from event e
   where e.merchant_id = merchant and e.at >= since and e.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by e.xid, e.id limit most;
$$;
alter function events_since(bigint,timestamptz,int) owner to definer;
revoke all on function events_since(bigint,timestamptz,int) from public;
grant execute on function events_since(bigint,timestamptz,int) to gate;

-- When the first event after a place was, of any merchant; null when there is none. The newest of those that were thrown
-- away is kept, so that a place before it is known to be too old.
create function first_event_after(after_xid xid8, after_id bigint) returns timestamptz
  language sql stable security definer set search_path = public as $$
  select e.at from event e where (e.xid, e.id) > (after_xid, after_id) order by e.xid, e.id limit 1;
$$;
alter function first_event_after(xid8,bigint) owner to definer;
revoke all on function first_event_after(xid8,bigint) from public;
grant execute on function first_event_after(xid8,bigint) to gate;

-- What is behind a follower's place stays until it has come past it.
create function purge_events(before timestamptz) returns void language sql security definer set search_path = public as $$
  with newest as (select xid, id from event where at < before order by xid desc, id desc limit 1)
  delete from event e using newest n where e.at < before and (e.xid, e.id) < (n.xid, n.id)
    and not exists (select from follower f where f.merchant_id = e.merchant_id and (f.xid, f.event_id) < (e.xid, e.id));
$$;
alter function purge_events(timestamptz) owner to definer;
revoke all on function purge_events(timestamptz) from public;
grant execute on function purge_events(timestamptz) to gate;

create function purge_stream_tickets(now_at timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from stream_ticket where expire_at < now_at - interval '1 hour' $$;
alter function purge_stream_tickets(timestamptz) owner to definer;
revoke all on function purge_stream_tickets(timestamptz) from public;
grant execute on function purge_stream_tickets(timestamptz) to gate;

-- Dates pass, and their sums come to nothing: those go, since whoever counts what is due reads all dates before.
create function tally_fold() returns void language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tally', merchant()));
  with gone as (delete from tally_change where merchant_id = merchant() returning name, store_id, return_store_id, n)
  insert into tally (name, store_id, return_store_id, n)
  select name, store_id, return_store_id, sum(n) from gone group by name, store_id, return_store_id having sum(n) <> 0
  on conflict (merchant_id, name, store_id, return_store_id) do update set n = tally.n + excluded.n;
  delete from tally where merchant_id = merchant() and name >= 'plan ' and name < 'plan!' and n = 0;
end $$;
alter function tally_fold() owner to definer;
revoke all on function tally_fold() from public;
grant execute on function tally_fold() to tenant;

create function timer_due(timer text, now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language plpgsql stable security definer set search_path = public as $$
declare own text := 'timer_due_' || lower(timer);
begin
  if to_regprocedure(own || '(timestamptz, bigint, int)') is null then
    return query select * from timer_due_of_orders(timer, now_at, after_id, most);
  else
    return query execute format('select * from %I($1, $2, $3)', own) using now_at, after_id, most;
  end if;
end $$;
alter function timer_due(text,timestamptz,bigint,int) owner to definer;
revoke all on function timer_due(text,timestamptz,bigint,int) from public;
grant execute on function timer_due(text,timestamptz,bigint,int) to gate;

create function timer_due_tallies(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select c.merchant_id, c.merchant_id from tally_change c where c.merchant_id > after_id
   group by 1 having count(*) >= 100 order by 1 limit most
$$;
alter function timer_due_tallies(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_tallies(timestamptz,bigint,int) from public;

-- Who is limited to some stores changes what is of these stores alone. A row that names a store, a list of them or none (then it is of
-- every store, or of the merchant as a whole) is written by whoever sees all of what it names, before the write and after it.
-- A policy would not do: what is asked of a new row says nothing of the old one, and a hidden row would be "not found" to people
-- who read it every day.
create function within_reach() returns trigger language plpgsql as $$
declare
  listed constant bigint[] := current_setting('app.store_ids')::bigint[];
  place constant text := tg_argv[0];
  named jsonb;
begin
  foreach named in array array_remove(array[
    case when tg_op <> 'INSERT' then jsonb_build_array(to_jsonb(old) -> place) end,
    case when tg_op <> 'DELETE' then jsonb_build_array(to_jsonb(new) -> place) end], null)
  loop
    -- A list of stores stands for itself.
    if jsonb_typeof(named -> 0) = 'array' then named := named -> 0; end if;
    if named = '[]' or exists (
      select from jsonb_array_elements_text(named) s (id) where (s.id::bigint = any (listed)) is not true)
    then
      raise exception '% of stores out of reach', tg_table_name using errcode = 'CY002';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

comment on function within_reach() is 'Its argument is the column of the stores; one that there is not stands for the whole merchant';

-- A channel changes no setting of the merchant.
create function guard_reach(name text, place text) returns void language plpgsql as $$
begin
  execute format('create or replace trigger within_reach before insert or update or delete on %I for each row '
    'when (current_setting(''app.scope'', true) in (''stores'', ''own'', ''link'', ''channel'', ''phone'')) execute function within_reach(%L)', name, place);
end $$;

create function count_space() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    insert into media_space as s (merchant_id, bytes)
    select n.merchant_id, sum(n.size_bytes) from news n
      where n.state in ({mediaState.uploading}, {mediaState.ready}) group by n.merchant_id
    on conflict (merchant_id) do update set bytes = s.bytes + excluded.bytes;
  else
    insert into media_space as s (merchant_id, bytes)
    select c.merchant_id, sum(c.bytes) from (
        select merchant_id, size_bytes as bytes from news where state in ({mediaState.uploading}, {mediaState.ready})
        union all
        select merchant_id, -size_bytes from olds where state in ({mediaState.uploading}, {mediaState.ready})) c
      -- A record that names a file changes no size, and waits for nobody.
      group by c.merchant_id having sum(c.bytes) <> 0
    on conflict (merchant_id) do update set bytes = s.bytes + excluded.bytes;
  end if;
  return null;
end $$;
alter function count_space() owner to definer;
revoke all on function count_space() from public;
create trigger counted_new after insert on media referencing new table as news
  for each statement execute function count_space();
create trigger counted after update on media referencing old table as olds new table as news
  for each statement execute function count_space();

create function rings_due(now_at timestamptz, most int) returns table (merchant_id bigint, id bigint)
  language sql stable security definer set search_path = public as $$
  select n.merchant_id, n.id from notification n where n.ring_at <= now_at order by n.ring_at limit most;
$$;
alter function rings_due(timestamptz,int) owner to definer;
revoke all on function rings_due(timestamptz,int) from public;
grant execute on function rings_due(timestamptz,int) to gate;

-- Which ways lead to these accounts of the merchant: whether, not where.
create function reachable(accounts bigint[]) returns table (account_id bigint, way smallint)
  language sql stable security definer set search_path = public as $$
  select distinct a.id, r.way from account a join ring_address r on r.user_id = a.user_id
    left join login_session s on s.id = r.session_id
   where a.id = any (accounts) and a.merchant_id = merchant()
     and (r.session_id is null or s.revoked_at is null and least(s.idle_expire_at, s.absolute_expire_at) > app_now());
$$;
alter function reachable(bigint[]) owner to definer;
revoke all on function reachable(bigint[]) from public;
grant execute on function reachable(bigint[]) to tenant;

create function tell_of_figures(merchant bigint, what text, subject bigint, since timestamptz, past boolean default false) returns void
  language sql security definer set search_path = public as $$
  insert into event (merchant_id, type, ref, data)
  select merchant, 'figures.changed', what || '/' || subject,
      jsonb_build_object('what', what, 'id', subject::text, 'from', epoch_ms(since))
   where case when past then since < (date_trunc('day', app_now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')
     else since is not null end
  on conflict (merchant_id, xid, type, ref) do update set data = event.data
    || jsonb_build_object('from', least((event.data ->> 'from')::bigint, (excluded.data ->> 'from')::bigint));
$$;
alter function tell_of_figures(bigint,text,bigint,timestamptz,boolean) owner to definer;
revoke all on function tell_of_figures(bigint,text,bigint,timestamptz,boolean) from public;

comment on function tell_of_figures(bigint,text,bigint,timestamptz,boolean) is 'Past: only of days that are over, where an order tells of today by itself';

-- Moves the places of followers without work, of all merchants to the horizon, and returns the merchants that are to be followed one by one.
create function merchants_to_follow(follower_name text, event_types text[], now_at timestamptz) returns table (id bigint)
  language sql security definer set search_path = public as $$
  with quiet as (
    select f.merchant_id from follower f
     where f.name = follower_name and f.due_at > now_at
       -- A place ahead of the horizon is of another life of the database.
       and f.xid <= pg_snapshot_xmin(pg_current_snapshot())
       and not exists (select from event e
         where e.merchant_id = f.merchant_id and (e.xid, e.id) > (f.xid, f.event_id) and e.type = any (event_types)
           and e.xid < pg_snapshot_xmin(pg_current_snapshot()))
       for update skip locked),
  moved as (
    update follower f set xid = pg_snapshot_xmin(pg_current_snapshot()), event_id = 0, reached_at = now_at
      from quiet q where f.merchant_id = q.merchant_id and f.name = follower_name
      returning f.merchant_id)
  select m.id from every_merchant() m where m.id not in (select merchant_id from moved) order by m.id;
$$;
alter function merchants_to_follow(text, text[], timestamptz) owner to definer;
revoke all on function merchants_to_follow(text, text[], timestamptz) from public;
grant execute on function merchants_to_follow(text, text[], timestamptz) to gate;

-- Each change keeps the ticket for another hour; a ticket that was used opens no second stream.
create function stream_view(hash bytea, session_id bigint, view jsonb) returns void
  language sql security definer set search_path = public as $$
  update stream_ticket t set view = stream_view.view, expire_at = (select app_now())
   where t.hash = stream_view.hash and t.session_id = stream_view.session_id and t.used_at is not null
$$;
alter function stream_view(bytea, bigint, jsonb) owner to definer;
revoke all on function stream_view(bytea, bigint, jsonb) from public;
grant execute on function stream_view(bytea, bigint, jsonb) to tenant;
