-- What names no store is the whole merchant's: whoever is limited to some stores is no second person of it.
create or replace function second_persons(menus int[], requester bigint, stores bigint[], givers int[]) returns setof bigint
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
     and (a.store_scope = {storeScope.all} or a.store_ids && stores)
     and menus && menus_of(a.merchant_id, a.role_ids)
     and not exists (select from given g join hand h on h.id = g.giver_id
       where g.account_id = a.id and (g.whole or g.menu_ids && menus))
$$;
