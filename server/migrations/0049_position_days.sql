-- The rows of a day are moved out of `position_rest` before its partition is attached. A position that was stored in between, by the demo
-- data or a second gateway, made the attach fail, and with it the start of the gateway. Nobody stores one while the lock is held.
-- A past day is looked for by its hours in Shanghai: the function before compared hours of UTC, and left rows of the hours before 16:00.
create or replace function position_days(now_at timestamptz) returns void language plpgsql security definer
set search_path = public set lock_timeout = '2s' as $$
declare
  today date := (now_at at time zone 'Asia/Shanghai')::date;
  day date;
  name text;
  is_locked boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('position_days'));
  -- First, because a drop locks `position` itself: whoever reads it must not wait for `position_rest` meanwhile.
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'position'::regclass and c.relname ~ '^position_\d{4}_\d{2}_\d{2}$'
       and c.relname < to_char(today - 365, '"position_"YYYY_MM_DD')
  loop
    execute format('drop table %I', name);
  end loop;
  delete from position_rest where at < (today - 365)::timestamp at time zone 'Asia/Shanghai';
  for day in
    select d from generate_series(-365, 3) n cross join lateral (select today + n) as days (d)
     where to_regclass(to_char(d, '"position_"YYYY_MM_DD')) is null and (d >= today or exists (
       select from position_rest r where r.at >= d::timestamp at time zone 'Asia/Shanghai'
         and r.at < (d + 1)::timestamp at time zone 'Asia/Shanghai'))
  loop
    if not is_locked then
      lock table position_rest in access exclusive mode;
      is_locked := true;
    end if;
    name := to_char(day, '"position_"YYYY_MM_DD');
    execute format('create table %I (like position including defaults)', name);
    execute format('with moved as (delete from position_rest where at >= %1$L and at < %2$L returning *) insert into %3$I select * from moved',
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai', name);
    execute format('alter table position attach partition %I for values from (%L) to (%L)', name,
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai');
  end loop;
end $$;
