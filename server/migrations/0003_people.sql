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
create index app_user_cancel on app_user (cancel_at) where status = {userStatus.cancelling};
alter table app_user owner to app_owner;
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
grant select on role to gate;
create policy gate on role for select to gate using (true);

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
grant select on account to gate;
grant update (mobile_enc, driver_licence_enc) on account to definer;
grant update (last_login_at) on account to gate;
-- Before a merchant is chosen only the signed-in user's own accounts can be read.
create policy gate on account to gate using (user_id = (select nullif(current_setting('app.user_id', true), ''))::bigint);

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
grant update on invitation to definer;
grant select on invitation to gate;
grant update (tries) on invitation to gate;
create policy gate on invitation to gate using (true);

-- Text messages to people who did not ask for them, written before they are sent: strangers get few of them, whoever sends.
create table unasked_text (
  id bigint default nextval('row_id') primary key,
  mobile_hash bytea not null,
  kind text not null check (kind in ('invitation', 'passwordReset', 'customerLink')),
  merchant_id bigint not null references merchant (id),
  created_at timestamptz not null default app_now()
);
create index unasked_text_mobile on unasked_text (mobile_hash, kind, created_at);
create index unasked_text_merchant on unasked_text (merchant_id, kind, created_at);
alter table unasked_text owner to app_owner;
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
create index rights_given_giver on rights_given (merchant_id, giver_id, at);
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
create index shown_whole_user on shown_whole (merchant_id, user_id, at);
alter table shown_whole owner to app_owner;
grant select, insert, delete on shown_whole to gate;

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

-- Who may stand as second person beside the requester of a deed: enabled, holding one of its menu rows, with one of its
-- stores in sight (null: any), here for a day at least, and for thirty days neither made, enabled again nor given such a row
-- by the requester, or by somebody whom these made or gave one of `givers` (the menu rows by which rights are given).
create function second_persons(menus int[], requester bigint, stores bigint[], givers int[]) returns setof bigint
language sql stable as $$
  with recursive given as (
    select account_id, giver_id, whole, menu_ids from rights_given
     where merchant_id = merchant() and at > app_now() - interval '30 days' and account_id <> giver_id
  ), hand (id) as (
    select requester
    union
    select g.account_id from given g join hand h on h.id = g.giver_id where g.whole or g.menu_ids && givers
  )
  select a.id from account a
   where a.merchant_id = merchant() and a.status = {accountStatus.enabled} and a.deleted_at is null and a.id <> requester
     and coalesce(a.confirmed_at, a.created_at) <= app_now() - interval '24 hours'
     and (stores is null or a.store_scope = {storeScope.all} or a.store_ids && stores)
     and menus && menus_of(a.merchant_id, a.role_ids)
     and not exists (select from given g join hand h on h.id = g.giver_id
       where g.account_id = a.id and (g.whole or g.menu_ids && menus))
$$;

-- Customers, orders and what hangs on them.
create table person (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 30),
  phone_enc bytea not null,
  phone_hash bytea not null,
  phone_mask text not null,
  phone_tail4 text not null,
  identity_type smallint not null default 1,
  identity_no_enc bytea,
  identity_no_hash bytea,
  identity_no_mask text not null default '',
  identity_expire date,
  licence_no_enc bytea,
  licence_no_mask text not null default '',
  licence_class text not null default '',
  licence_first_issue date,
  licence_expire date,
  birthday date,
  gender smallint,
  address text not null default '',
  img_front_id bigint,
  img_back_id bigint,
  licence_main_id bigint,
  licence_sub_id bigint,
  face_photo_id bigint,
  verify_status smallint not null default 0 check (verify_status between 0 and 2),
  verified_at timestamptz,
  verified_by bigint,
  blacklist boolean not null default false,
  blacklist_reason text not null default '',
  consent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  erased_at timestamptz,
  -- Why a picture that the merchant asks for is not there, as of the last time that the papers were passed.
  waive_reason text not null default '' check (length(waive_reason) <= 100),
  -- What the register of the police says of a customer's name and number: of which (a blind index, so that another name or number
  -- leaves it behind), when and for whom it was asked; and why somebody was passed of whom it says otherwise.
  identity_result smallint not null default 0 check (identity_result between 0 and 3),
  identity_checked_of bytea,
  identity_checked_at timestamptz,
  identity_checked_by bigint,
  mismatch_reason text not null default '' check (length(mismatch_reason) <= 100),
  -- What the register of the traffic police says of a customer's driving licence, as 0235 has it of the identity card: beside the result
  -- the states of the licence (letters of GA/T 581.5) and its classes; and why somebody was passed against it.
  licence_result smallint not null default 0 check (licence_result between 0 and 3),
  licence_states text not null default '' check (length(licence_states) <= 20),
  licence_classes text not null default '' check (length(licence_classes) <= 20),
  licence_checked_of bytea,
  licence_checked_at timestamptz,
  licence_checked_by bigint,
  licence_reason text not null default '' check (length(licence_reason) <= 100),
  primary key (merchant_id, id)
);
comment on column person.verify_status is '0 未核验 1 通过 2 未通过';
comment on column person.identity_result is '0 未核验 1 一致 2 不一致 3 查无此人';
comment on column person.licence_result is '0 未核验 1 一致 2 不一致 3 查无记录';
create unique index person_identity on person (merchant_id, identity_type, identity_no_hash) where identity_no_hash is not null;
create index person_phone on person (merchant_id, phone_hash);
create index person_tail on person (merchant_id, phone_tail4, id);
create index person_name on person (merchant_id, name text_pattern_ops);
select tenant_table('person');
grant update (phone_enc, identity_no_enc, licence_no_enc) on person to definer;

-- What customers agreed to and withdrew, what they asked for, and orders that are kept for a case (operations.md §15).
create table person_consent (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  person_id bigint not null,
  kind smallint not null check (kind between 1 and 2),
  text_version text not null default '',
  at timestamptz not null default app_now(),
  way smallint not null check (way between 1 and 3),
  given_to bigint not null default actor(),
  withdrawn_at timestamptz,
  withdrawn_way smallint check (withdrawn_way between 1 and 3),
  withdrawn_to bigint,
  primary key (merchant_id, id),
  check ((withdrawn_at is null) = (withdrawn_way is null) and (withdrawn_at is null) = (withdrawn_to is null)),
  foreign key (merchant_id, person_id) references person (merchant_id, id)
);
comment on table person_consent is 'kind 1 留存证件照片 2 拍摄人脸; way 1 柜台当面 2 电话 3 书面; text_version ''''  from before texts had versions';
create unique index person_consent_live on person_consent (merchant_id, person_id, kind) where withdrawn_at is null;
create index person_consent_person on person_consent (merchant_id, person_id, id);
select tenant_table('person_consent');

create table person_request (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  person_id bigint not null,
  kind smallint not null check (kind between 1 and 4),
  note text not null default '' check (length(note) <= 200),
  status smallint not null default 0 check (status between 0 and 2),
  answer text not null default '' check (length(answer) <= 200),
  due_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  done_at timestamptz,
  done_by bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, person_id) references person (merchant_id, id)
);
comment on table person_request is 'kind 1 查阅复制 2 更正 3 删除 4 撤回同意; status 0 待处理 1 已办理 2 未予办理';
create unique index person_request_open on person_request (merchant_id, person_id, kind) where status = {requestStatus.open};
create index person_request_person on person_request (merchant_id, person_id, id);
create index person_request_due on person_request (merchant_id, due_at, id) where status = {requestStatus.open};
select tenant_table('person_request');

select grant_as_tenant();
