-- What the stock asks of an order is kept on what the order holds: four columns for which each reading of a pool joined a
-- row of "order" per occupancy, four of five pages it touched. Two triggers keep them, whoever writes either table.
alter table occupancy
  add column order_status smallint,
  add column pickup_at timestamptz,
  add column return_at timestamptz,
  add column source smallint;
comment on column occupancy.order_status is 'Of the order (kind 0, 5) while active; 1 for 1 to 4, which the stock treats alike, so that those steps write nothing here';

-- The rows there are. Nobody is told: what is seen stays the same.
drop index occupancy_pool;
alter table occupancy disable trigger told;
update occupancy c
   set order_status = case when o.status between 1 and 4 then 1 else o.status end,
       pickup_at = o.pickup_at, return_at = o.return_at, source = o.source
  from "order" o
 where o.merchant_id = c.merchant_id and o.id = c.ref_id and c.kind in (0, 5) and c.active;
alter table occupancy enable trigger told;

-- Whole rows of a pool from the index alone; vacuumed often enough that new pages soon are, too.
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, held_to)
  include (kind, ref_id, vehicle_id, from_at, to_at, pinned, on_rent, one_way, order_status, pickup_at, return_at, source)
  where active;
alter table occupancy set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
-- The vehicles of a pool from the index alone; their present store is what the policy asks for.
drop index vehicle_pool;
create index vehicle_pool on vehicle (merchant_id, home_store_id, model_id) include (id, current_store_id) where lifecycle = 1;

create function occupancy_takes_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select case when o.status between 1 and 4 then 1 else o.status end, o.pickup_at, o.return_at, o.source
    into new.order_status, new.pickup_at, new.return_at, new.source
    from "order" o where o.merchant_id = new.merchant_id and o.id = new.ref_id;
  return new;
end $$;
create trigger takes_order before insert on occupancy for each row when (new.kind in (0, 5))
  execute function occupancy_takes_order();

create function order_tells_occupancy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update occupancy set order_status = case when new.status between 1 and 4 then 1 else new.status end,
      pickup_at = new.pickup_at, return_at = new.return_at, source = new.source
    where merchant_id = new.merchant_id and ref_id = new.id and kind in (0, 5) and active;
  return null;
end $$;
create trigger tells_occupancy after update of status, pickup_at, return_at, source on "order" for each row
  when (case when old.status between 1 and 4 then 1 else old.status end <> case when new.status between 1 and 4 then 1 else new.status end
    or old.pickup_at <> new.pickup_at or old.return_at <> new.return_at or old.source <> new.source)
  execute function order_tells_occupancy();

grant update on occupancy to definer;
alter function occupancy_takes_order() owner to definer;
alter function order_tells_occupancy() owner to definer;
revoke all on function occupancy_takes_order(), order_tells_occupancy() from public;
