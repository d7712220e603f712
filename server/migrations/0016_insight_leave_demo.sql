-- The owner of a demo leaves it. Which merchants and people are of the demo was written when it was loaded, by a role that no server has, so
-- that nothing that is typed into the product makes a merchant one of the demo.

grant select (merchant_id) on "order", vehicle, person, media, account to definer;
grant select, update, insert on installation_setting to definer;
grant update (status, version, status_note, status_at) on merchant to definer;

-- What leaving the demo deletes, by merchant; nothing where there is no demo to leave, or the asking merchant is not the demo's first.
create function demo_content(asked bigint) returns table (id bigint, name text, orders int, vehicles int, persons int, accounts int, files int)
  language sql stable security definer set search_path = public as $$
  select m.id, m.name,
      (select count(*)::int from "order" o where o.merchant_id = m.id),
      (select count(*)::int from vehicle v where v.merchant_id = m.id),
      (select count(*)::int from person p where p.merchant_id = m.id),
      (select count(*)::int from account a where a.merchant_id = m.id),
      (select count(*)::int from media f where f.merchant_id = m.id)
    from installation_setting s
      cross join lateral jsonb_array_elements_text(s.value -> 'merchants') with ordinality e(id, place)
      join merchant m on m.id = e.id::bigint
    where s.name = 'demoOf' and s.value -> 'merchants' ->> 0 = asked::text
      and not exists (select from installation_setting l where l.name = 'demoLeft' and l.value = 'true')
    order by e.place
$$;
alter function demo_content(bigint) owner to definer;
revoke all on function demo_content(bigint) from public;
grant execute on function demo_content(bigint) to cheyi_web;

-- Closes the merchants of the demo, freezes its people and ends every session in it, once. The rows are deleted later by whoever owns the
-- database. Returns false where the asking merchant is not the demo's first, or somebody was faster.
create function leave_demo(asked bigint) returns boolean language plpgsql security definer set search_path = public as $$
declare
  demo jsonb;
begin
  -- Of two who ask at once, one waits here.
  select value into demo from installation_setting where name = 'demoOf' for update;
  if demo is null or demo -> 'merchants' ->> 0 is distinct from asked::text
      or exists (select from installation_setting where name = 'demoLeft' and value = 'true') then
    return false;
  end if;
  insert into installation_setting (name, value) values ('demoLeft', 'true') on conflict (name) do update set value = 'true';
  update merchant set status = {merchantStatus.closed}, version = version + 1, status_note = '演示已清空', status_at = app_now()
    where id in (select e::bigint from jsonb_array_elements_text(demo -> 'merchants') e);
  update app_user set status = {userStatus.locked} where id in (select e::bigint from jsonb_array_elements_text(demo -> 'users') e);
  update login_session set revoked_at = app_now(), revoke_reason = '演示已清空'
    where revoked_at is null and (user_id in (select e::bigint from jsonb_array_elements_text(demo -> 'users') e)
      or merchant_id in (select e::bigint from jsonb_array_elements_text(demo -> 'merchants') e));
  return true;
end
$$;
alter function leave_demo(bigint) owner to definer;
revoke all on function leave_demo(bigint) from public;
grant execute on function leave_demo(bigint) to cheyi_web;
