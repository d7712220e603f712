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
grant select, insert on rights_taken to definer;

create function note_rights_taken() returns trigger language plpgsql security definer set search_path = public as $$
declare held int[] := menus_of(old.merchant_id, old.role_ids); lost int[];
begin
  if actor() = 0 or old.status <> 1 or old.deleted_at is not null then
    return null;
  elsif new.status <> 1 or new.deleted_at is not null or (new.store_scope, new.store_ids) is distinct from (old.store_scope, old.store_ids) then
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
     where a.merchant_id = new.merchant_id and a.status = 1 and a.deleted_at is null and new.id = any (a.role_ids);
  end if;
  return null;
end $$;
alter function note_role_taken() owner to definer;
create trigger rights_taken after update of menu_ids, deleted_at on role for each row execute function note_role_taken();

-- Whoever was switched off and on again within a day is who they were: nobody made them, and they decide as before.
create or replace function note_rights_given() returns trigger language plpgsql security definer set search_path = public as $$
declare gained int[];
begin
  if tg_op = 'UPDATE' and old.status = 2 and new.status = 1 then
    -- What was given to an invitation takes effect only now.
    update rights_given set at = app_now() where merchant_id = new.merchant_id and account_id = new.id;
  elsif actor() = 0 then
    return null;
  elsif tg_op = 'UPDATE' and old.status = 0 and new.status = 1 and exists (
    select from rights_taken t where t.merchant_id = new.merchant_id and t.account_id = new.id
       and t.at > app_now() - interval '24 hours' and t.menu_ids @> menus_of(new.merchant_id, new.role_ids)) then
    return null;
  elsif tg_op = 'INSERT' or (old.status = 0 and new.status = 1) then
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
