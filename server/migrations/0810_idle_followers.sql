-- A job that followed the events of every merchant in turn took nine statements for each, most of whom nothing had happened to.
alter table follower add column due_at timestamptz not null default '-infinity';
comment on column follower.due_at is 'When it has work though no event comes';
grant update on follower to definer;

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
