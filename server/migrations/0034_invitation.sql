-- An employee added by mobile is an invitation: an account of nobody until the holder of the mobile confirms it with the
-- code that was sent there. Whoever adds somebody learns nothing of them and changes nothing of theirs.
alter table account alter column user_id drop not null;
alter table account drop constraint account_status_check;
alter table account add constraint account_status_check check (status between 0 and 2);
alter table account add column confirmed_at timestamptz default app_now();
update account set confirmed_at = case when parent_id = 0 or last_login_at is not null then created_at end;
alter table account add constraint account_person check ((user_id is null) = (status = 2));
comment on column account.status is '0 停用 1 启用 2 待确认';
comment on column account.confirmed_at is 'When its holder came in; null of an invitation, and of one who was added before there were invitations and never came';

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
grant select, update (tries) on invitation to gate;
create policy gate on invitation to gate using (true);

create function end_invitation() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invitation set ended_at = app_now() where merchant_id = new.merchant_id and account_id = new.id and ended_at is null;
  return null;
end $$;
alter function end_invitation() owner to definer;
grant update on invitation to definer;
create trigger invitation_ended after update of status, deleted_at on account for each row
  when (old.status = 2 and (new.status <> 2 or new.deleted_at is not null)) execute function end_invitation();

-- Text messages to people who did not ask for them, written before they are sent: strangers get few of them, whoever sends.
create table unasked_text (
  id bigint primary key default nextval('row_id'),
  mobile_hash bytea not null,
  kind text not null check (kind in ('invitation', 'passwordReset')),
  merchant_id bigint not null references merchant (id),
  created_at timestamptz not null default app_now()
);
create index unasked_text_mobile on unasked_text (mobile_hash, kind, created_at);
create index unasked_text_merchant on unasked_text (merchant_id, kind, created_at);
alter table unasked_text owner to app_owner;
grant select, insert, delete on unasked_text to gate;

-- Whether this merchant may invite the mobile: `here` already, `never` (the platform's own people, the frozen), or `free`.
create function invitable(hash bytea) returns text language sql stable security definer set search_path = public as $$
  select case
    when exists (select from account a left join app_user u on u.id = a.user_id
      where a.merchant_id = merchant() and a.deleted_at is null and (u.mobile_hash = hash
        or a.user_id is null and hash = (select i.mobile_hash from invitation i
          where i.merchant_id = a.merchant_id and i.account_id = a.id order by i.id desc limit 1))) then 'here'
    when exists (select from app_user u where u.mobile_hash = hash and (u.operator or u.status = 0)) then 'never'
    else 'free' end
$$;

-- Takes the password of this merchant's employee away and ends their sessions, if the person has no other life: no other
-- account, no work for the platform, and came into this one by themself. @returns whether it did
drop function forget_password(bigint);
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
drop function user_of_mobile(bytea, bigint, bytea);
do $$
declare name text;
begin
  foreach name in array array['invitable(bytea)', 'forget_password(bigint)']
  loop
    execute format('alter function %s owner to definer', name);
    execute format('revoke all on function %s from public', name);
    execute format('grant execute on function %s to tenant', name);
  end loop;
end $$;
