-- Employees, and the roles they hold.
alter table account
  add column driver_licence_enc bytea,
  add column driver_licence_mask text not null default '',
  add column driver_licence_expire_on date;
create unique index account_job_no on account (merchant_id, job_no) where job_no <> '' and deleted_at is null;
create index account_page on account (merchant_id, id) where deleted_at is null;

-- Which of the seven default roles it began as: what 恢复默认 brings back, whatever it is called by now.
alter table role add column letter text check (letter in ('B', 'M', 'C', 'F', 'V', 'S', 'Q'));
update role set letter = case name when '老板' then 'B' when '店长' then 'M' when '店员' then 'C' when '财务' then 'F'
  when '车管' then 'V' when '客服' then 'S' when '渠道运营' then 'Q' end where built_in;
create unique index role_letter on role (merchant_id, letter) where letter is not null;

-- Who is disabled or removed is signed out everywhere in this merchant, by whatever it was done.
create function end_sessions_of_account() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update login_session set revoked_at = app_now(), revoke_reason = case when new.deleted_at is null then '账号停用' else '账号删除' end
   where account_id = new.id and merchant_id = new.merchant_id and revoked_at is null;
  return null;
end $$;
alter function end_sessions_of_account() owner to definer;
create trigger account_ended after update of status, deleted_at on account for each row
  when ((old.status = 1 and new.status = 0) or (old.deleted_at is null and new.deleted_at is not null))
  execute function end_sessions_of_account();

-- The user of a mobile, made if there is none: whoever adds an employee learns its id and nothing else of them.
create function user_of_mobile(hash bytea, new_id bigint, sealed bytea) returns bigint
language plpgsql security definer set search_path = public as $$
declare found_id bigint;
begin
  insert into app_user (id, mobile_hash, mobile_enc) values (new_id, hash, sealed) on conflict (mobile_hash) do nothing;
  select id into found_id from app_user where mobile_hash = hash;
  return found_id;
end $$;

-- Takes the password of this merchant's employee away and signs them out wherever they are signed in.
create function forget_password(account bigint) returns void language plpgsql security definer set search_path = public as $$
declare person bigint;
begin
  select user_id into person from account a where a.merchant_id = merchant() and a.id = account and a.deleted_at is null;
  update app_user set password_hash = null, password_changed_at = app_now() where id = person;
  update login_session set revoked_at = app_now(), revoke_reason = '密码重置' where user_id = person and revoked_at is null;
end $$;

create function live_sessions(account bigint) returns int language sql stable security definer set search_path = public as $$
  select count(*)::int from login_session s where s.merchant_id = merchant() and s.account_id = account
    and s.revoked_at is null and s.idle_expire_at > app_now() and s.absolute_expire_at > app_now();
$$;
grant select, insert, update on app_user to definer;
do $$
declare name text;
begin
  foreach name in array array['user_of_mobile(bytea, bigint, bytea)', 'forget_password(bigint)', 'live_sessions(bigint)']
  loop
    execute format('alter function %s owner to definer', name);
    execute format('revoke all on function %s from public', name);
    execute format('grant execute on function %s to tenant', name);
  end loop;
end $$;

-- What an employee who is gone had still to do waits for another: the counter 待改派 reads differently.
create function tell_of_reassign() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data)
  select new.merchant_id, 'todo.changed', 'account/' || new.id, '{"codes": ["reassign"]}'
   where exists (select from driver_task t where t.merchant_id = new.merchant_id and t.account_id = new.id and t.status in (0, 1))
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_reassign() owner to definer;
create trigger told_reassign after update of status, deleted_at on account for each row
  when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at)) execute function tell_of_reassign();
