-- Stores, models, vehicles and who holds them when.
create table store (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 2 and 30),
  code text not null default '',
  status smallint not null default 1 check (status between 0 and 2),
  city_code text not null,
  city_name text not null default '',
  address text not null default '',
  lat double precision,
  lng double precision,
  phones text[] not null default '{}',
  manager_account_id bigint,
  hours jsonb not null default '[]',
  holidays jsonb not null default '[]',
  pickup_modes smallint[] not null default '{1,2,3}',
  return_modes smallint[] not null default '{1,2,3}',
  service_areas jsonb not null default '[]',
  min_lead_minutes int not null default 120 check (min_lead_minutes between 0 and 10080),
  max_advance_days int not null default 180 check (max_advance_days between 1 and 365),
  min_rent_hours int not null default 1 check (min_rent_hours between 1 and 720),
  max_rent_days int not null default 60 check (max_rent_days between 1 and 60),
  settings jsonb not null default '{}',
  allow_one_way boolean not null default true,
  one_way_stores bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on column store.status is '1 营业 0 暂停 2 关闭';
comment on column store.one_way_stores is 'empty: any store of the same merchant that a fee row allows';
create unique index store_name on store (merchant_id, name) where status <> 2;
select tenant_table('store');
-- The merchant chooser tells how many stores a merchant has.
grant select (merchant_id, status) on store to gate;
create policy gate on store for select to gate using (true);

create table model (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  brand text not null,
  series text not null,
  name text not null,
  model_year smallint,
  car_type smallint not null check (car_type between 1 and 9),
  seats smallint not null check (seats between 2 and 55),
  doors smallint not null default 4,
  gearbox smallint not null default 1 check (gearbox in (1, 2)),
  energy smallint not null default 1 check (energy between 1 and 6),
  displacement text not null default '',
  tank_l numeric(6, 1) not null default 0,
  battery_kwh numeric(6, 1) not null default 0,
  range_km int not null default 0,
  licence_class text not null default 'C1',
  images text[] not null default '{}',
  deposit_rent_fen bigint check (deposit_rent_fen >= 0),
  deposit_illegal_fen bigint check (deposit_illegal_fen >= 0),
  mileage_limit_km_per_day int not null default 0,
  over_mileage_per_km_fen bigint not null default 0,
  class_rank smallint not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  sort int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on column model.class_rank is 'A model of the same or a higher rank may stand in as an upgrade';
create unique index model_name on model (merchant_id, name, coalesce(model_year, 0));
select tenant_table('model');

create table pool (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id)
);
comment on table pool is '库存池 (store, model): the row that a booking locks';
create unique index pool_pair on pool (merchant_id, store_id, model_id);
select tenant_table('pool', 'insert, update');

create table vehicle (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  plate text not null,
  plate_kind smallint not null default 1,
  plate_color smallint not null default 1,
  vin text not null,
  engine_no text not null default '',
  model_id bigint not null,
  colour text not null default '',
  register_on date,
  use_nature smallint not null default 1,
  ownership smallint not null default 1,
  home_store_id bigint not null,
  current_store_id bigint not null,
  parking_note text not null default '',
  key_count smallint not null default 2,
  odometer_km int not null default 0 check (odometer_km >= 0),
  fuel_pct numeric(5, 1),
  battery_pct numeric(5, 1),
  insurance_expire_on date,
  inspection_expire_on date,
  lifecycle smallint not null default 0 check (lifecycle between 0 and 3),
  turnaround_done_at timestamptz,
  tags text[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, home_store_id) references store (merchant_id, id),
  foreign key (merchant_id, current_store_id) references store (merchant_id, id)
);
comment on column vehicle.lifecycle is '0 待上架 1 在营 2 下架 3 已处置';
create unique index vehicle_plate on vehicle (merchant_id, plate) where lifecycle <> 3;
create unique index vehicle_vin on vehicle (merchant_id, vin);
create index vehicle_pool on vehicle (merchant_id, home_store_id, model_id) where lifecycle = 1;
select tenant_table('vehicle');
-- Assignment looks at vehicles of every store of the merchant under scope 'all'; people see those of their stores.
select store_scoped('vehicle', 'home_store_id', 'current_store_id');

create table vehicle_period (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  home_store_id bigint not null,
  model_id bigint not null,
  lifecycle smallint not null,
  from_at timestamptz not null default app_now(),
  to_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_period is 'Where a vehicle belonged when: gives fleet hours';
create unique index vehicle_period_open on vehicle_period (merchant_id, vehicle_id) where to_at is null;
create index vehicle_period_time on vehicle_period (merchant_id, vehicle_id, from_at);
select tenant_table('vehicle_period');

create table occupancy (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  vehicle_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  period tstzrange not null generated always as (tstzrange(from_at, to_at, '[)')) stored,
  kind smallint not null check (kind between 0 and 6),
  ref_id bigint not null,
  pinned boolean not null default false,
  active boolean not null default true,
  on_rent boolean not null default false,
  one_way boolean not null default false,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (from_at < to_at),
  -- Without a vehicle: an order still being placed, or one that lost its vehicle (排车冲突).
  check (vehicle_id is not null or kind in (0, 5)),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  -- The last guard against double booking. Deferred, so that a re-pack may permute vehicles within one transaction.
  constraint occupancy_no_overlap exclude using gist (merchant_id with =, vehicle_id with =, period with &&)
    where (active and kind in (0, 1, 2, 3)) deferrable initially deferred
);
comment on table occupancy is 'Who holds which vehicle when. kind 0 订单 1 调车 2 维保 3 年检 4 停售(单车) 5 排车中 6 证件过期; one_way: the vehicle leaves its pool at to_at';
create unique index occupancy_on_rent on occupancy (merchant_id, vehicle_id) where on_rent and active;
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, to_at, from_at) where active;
create index occupancy_vehicle on occupancy (merchant_id, vehicle_id, to_at) where active;
create index occupancy_ref on occupancy (merchant_id, ref_id, kind) where active;
create index occupancy_ticket on occupancy (merchant_id, kind, to_at) where active and kind in (1, 2, 3);
select tenant_table('occupancy');

create table stop_sale (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  quantity int check (quantity >= 1),
  channels smallint[] not null default '{}',
  reason smallint not null default 5,
  remark text not null default '',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (from_at < to_at)
);
comment on column stop_sale.quantity is 'null: all vehicles of the pool, whatever their number';
create index stop_sale_pool on stop_sale (merchant_id, store_id, model_id, to_at) where removed_at is null;
select tenant_table('stop_sale');

create table pool_delta (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  at timestamptz not null,
  delta smallint not null check (delta in (-1, 1)),
  vehicle_id bigint,
  ref_type text not null,
  ref_id bigint not null,
  consumed boolean not null default false,
  primary key (merchant_id, id),
  check (delta = -1 or vehicle_id is not null)
);
comment on table pool_delta is 'A planned move of one vehicle into (+1) or out of (-1) a pool';
create index pool_delta_pool on pool_delta (merchant_id, store_id, model_id, at) where not consumed;
create index pool_delta_ref on pool_delta (merchant_id, ref_id);
select tenant_table('pool_delta', 'insert, update, delete');
