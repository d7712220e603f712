-- Pickup and return records, agreements.
create table pickup_return_record (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  seq smallint not null default 1,
  vehicle_id bigint not null,
  at timestamptz,
  return_store_id bigint,
  mileage_km int check (mileage_km >= 0),
  fuel_kind smallint not null default 1 check (fuel_kind between 1 and 3),
  fuel_eighths smallint check (fuel_eighths between 0 and 8),
  battery_pct smallint check (battery_pct between 0 and 100),
  photos jsonb not null default '[]',
  damage_marks jsonb not null default '[]',
  accessories jsonb not null default '{}',
  key_count smallint,
  extra jsonb not null default '{}',
  operator_id bigint not null default actor(),
  operator_name text not null default '',
  by_customer boolean not null default false,
  verify smallint not null default 1 check (verify between 0 and 2),
  signature_id bigint,
  step_done smallint[] not null default '{}',
  draft boolean not null default true,
  void boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table pickup_return_record is '验车单: type 0 取车 1 还车; photos [{slot, mediaId}]; a vehicle swap adds seq';
create unique index pickup_return_record_seq on pickup_return_record (merchant_id, order_id, type, seq) where not void;
create index pickup_return_record_vehicle on pickup_return_record (merchant_id, vehicle_id, at) where not draft and not void;
select tenant_table('pickup_return_record');
select order_scoped('pickup_return_record');

create table agreement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type between 1 and 4),
  status smallint not null default 0 check (status between 0 and 5),
  template_version int not null default 1,
  photo_ids bigint[] not null default '{}',
  fields jsonb not null default '{}',
  signed_at timestamptz,
  void_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table agreement is 'type 1 取车 2 还车 3 续租 4 长租; status 0 未生成 1 待签署 2 已签署 3 已过期 4 已作废 5 纸质已上传';
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in (0, 1, 2, 5);
create index agreement_order on agreement (merchant_id, order_id);
select tenant_table('agreement');
select order_scoped('agreement');
