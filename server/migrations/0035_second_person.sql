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

create function menus_of(merchant bigint, roles bigint[]) returns int[] language sql stable as $$
  select coalesce(array_agg(distinct m), '{}') from role r, unnest(r.menu_ids) m
   where r.merchant_id = merchant and r.id = any (roles) and r.deleted_at is null
$$;

create function note_rights_given() returns trigger language plpgsql security definer set search_path = public as $$
declare gained int[];
begin
  if tg_op = 'UPDATE' and old.status = 2 and new.status = 1 then
    -- What was given to an invitation takes effect only now.
    update rights_given set at = app_now() where merchant_id = new.merchant_id and account_id = new.id;
  elsif actor() = 0 then
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
   where a.merchant_id = merchant() and a.status = 1 and a.deleted_at is null and a.id <> requester
     and coalesce(a.confirmed_at, a.created_at) <= app_now() - interval '24 hours'
     and (stores is null or a.store_scope = 0 or a.store_ids && stores)
     and menus && menus_of(a.merchant_id, a.role_ids)
     and not exists (select from given g join hand h on h.id = g.giver_id
       where g.account_id = a.id and (g.whole or g.menu_ids && menus))
$$;

-- The menu rows of `keys`, any one of which decides.
alter table approval add column menu_ids int[] not null default '{}';
