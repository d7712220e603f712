-- Vehicles as people keep them: papers, photos, what they were bought for; their times in a pool; what each does now.
alter table vehicle
  add column plate_expire_on date,
  add column purchase_on date,
  add column purchase_fen bigint check (purchase_fen >= 0),
  add column owner_name text not null default '',
  add column rental_cert_no text not null default '',
  add column commercial_expire_on date,
  add column photo_ids bigint[] not null default '{}';
comment on column vehicle.insurance_expire_on is 'Last day of the last compulsory policy; kept with the policies, as commercial_expire_on is';

-- A table's rows belong to whoever sees their vehicle.
create function sees_vehicle(vehicle_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from vehicle v where v.merchant_id = merchant() and v.id = sees_vehicle.vehicle_id);
end $$;

create table vehicle_document (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 6),
  insurance_kind smallint check (insurance_kind between 1 and 3),
  no text not null default '',
  insurer text not null default '',
  start_on date,
  end_on date,
  amount_fen bigint check (amount_fen >= 0),
  media_ids bigint[] not null default '{}',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  check ((kind = 3) = (insurance_kind is not null)),
  check (start_on is null or end_on is null or start_on <= end_on)
);
comment on table vehicle_document is 'kind 1 行驶证 2 登记证 3 保单 4 年检 5 租赁备案 6 其他; insurance_kind 1 交强险 2 商业险 3 座位险; a policy without start_on is good since ever';
create index vehicle_document_vehicle on vehicle_document (merchant_id, vehicle_id) where removed_at is null;
select tenant_table('vehicle_document');
create policy scope on vehicle_document as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

-- Of the vehicles that stand already only the last days are known.
insert into vehicle_document (merchant_id, vehicle_id, kind, insurance_kind, end_on, created_at, created_by, updated_at)
select merchant_id, id, 3, 1, insurance_expire_on, created_at, created_by, created_at from vehicle
 where insurance_expire_on is not null;
insert into vehicle_document (merchant_id, vehicle_id, kind, end_on, created_at, created_by, updated_at)
select merchant_id, id, 4, inspection_expire_on, created_at, created_by, created_at from vehicle
 where inspection_expire_on is not null;

-- Every change of pool or life begins a period; no code can forget it. One that a clock which was set back has ended before
-- it began (the demo is lived from the past on) lasted no time.
alter table vehicle_period add constraint vehicle_period_once
  exclude using gist (merchant_id with =, vehicle_id with =, tstzrange(from_at, case when to_at < from_at then from_at else to_at end) with &&);
create function keep_vehicle_period() returns trigger language plpgsql as $$
begin
  update vehicle_period set to_at = app_now() where merchant_id = new.merchant_id and vehicle_id = new.id and to_at is null;
  insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle)
  values (new.merchant_id, new.id, new.home_store_id, new.model_id, new.lifecycle);
  return null;
end $$;
create trigger period_begins after insert on vehicle for each row execute function keep_vehicle_period();
create trigger period_changes after update of home_store_id, model_id, lifecycle on vehicle for each row
  when ((old.home_store_id, old.model_id, old.lifecycle) is distinct from (new.home_store_id, new.model_id, new.lifecycle))
  execute function keep_vehicle_period();
insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle, from_at)
select merchant_id, id, home_store_id, model_id, lifecycle, created_at from vehicle v
 where not exists (select from vehicle_period p where p.merchant_id = v.merchant_id and p.vehicle_id = v.id and p.to_at is null);

-- What holds vehicles now and soon, without going through all that ever did.
create index occupancy_now on occupancy (merchant_id, to_at) where active;

-- What each vehicle in service is doing: the same that packages/domain/src/vehicle/run-state.ts says, for a whole fleet.
-- Orders count whoever may see them: only ids and states go out. `grace`: minutes, where neither store nor merchant says.
create function vehicle_states(grace int) returns table (vehicle_id bigint, run_state smallint)
  language sql stable security definer set search_path = public as $$
  with holding as (
    select c.vehicle_id, c.kind, c.from_at <= app_now() as begun, o.status, o.return_at
      from occupancy c left join "order" o on c.kind in (0, 5) and o.merchant_id = c.merchant_id and o.id = c.ref_id
     where c.merchant_id = merchant() and c.active and c.to_at > app_now() and c.from_at <= app_now() + interval '1 day'
    union all
    select c.vehicle_id, c.kind, true, o.status, o.return_at
      from occupancy c join "order" o on o.merchant_id = c.merchant_id and o.id = c.ref_id
     where c.merchant_id = merchant() and c.active and c.on_rent
  )
  select v.id, (case
      when bool_or(h.status = 5 and h.return_at + make_interval(mins => coalesce(
        (s.settings ->> 'graceMinutes')::int, (m.settings ->> 'graceMinutes')::int, grace)) < app_now()) then 40
      when bool_or(h.status = 5) then 30
      when bool_or(h.begun and h.kind = 1) then 50
      when bool_or(h.begun and h.kind = 2) then 60
      when bool_or(h.begun and h.kind = 3) then 70
      when bool_or(h.begun and h.status = 6) then 25
      when bool_or(h.begun and h.kind in (4, 6)) then 80
      when bool_or(h.kind = 0) then 20
      else 10 end)::smallint
    from vehicle v
      join merchant m on m.id = v.merchant_id
      join store s on s.merchant_id = v.merchant_id and s.id = v.home_store_id
      left join holding h on h.vehicle_id = v.id
   where v.merchant_id = merchant() and v.lifecycle = 1
   group by v.id, s.settings, m.settings;
$$;
alter function vehicle_states(int) owner to definer;
revoke all on function vehicle_states(int) from public;
grant execute on function vehicle_states(int) to tenant;
