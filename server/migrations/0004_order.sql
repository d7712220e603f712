-- Customers, orders and what hangs on them.
create table person (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 30),
  phone_enc bytea not null,
  phone_hash bytea not null,
  phone_mask text not null,
  phone_tail4 text not null,
  identity_type smallint not null default 1,
  identity_no_enc bytea,
  identity_no_hash bytea,
  identity_no_mask text not null default '',
  identity_expire date,
  licence_no_enc bytea,
  licence_no_mask text not null default '',
  licence_class text not null default '',
  licence_first_issue date,
  licence_expire date,
  birthday date,
  gender smallint,
  address text not null default '',
  img_front_id bigint,
  img_back_id bigint,
  licence_main_id bigint,
  licence_sub_id bigint,
  face_photo_id bigint,
  verify_status smallint not null default 0 check (verify_status between 0 and 2),
  verified_at timestamptz,
  verified_by bigint,
  blacklist boolean not null default false,
  blacklist_reason text not null default '',
  consent_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on column person.verify_status is '0 未核验 1 通过 2 未通过';
create unique index person_identity on person (merchant_id, identity_type, identity_no_hash) where identity_no_hash is not null;
create index person_phone on person (merchant_id, phone_hash);
create index person_tail on person (merchant_id, phone_tail4, id);
create index person_name on person (merchant_id, name text_pattern_ops);
select tenant_table('person');

create table "order" (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_no text not null,
  order_kind smallint not null default 1 check (order_kind in (1, 2)),
  status smallint not null check (status between 0 and 8),
  prev_status smallint,
  source smallint not null default 1,
  channel_order_no text,
  store_id bigint not null,
  return_store_id bigint not null,
  model_id bigint not null,
  vehicle_id bigint,
  pinned boolean not null default false,
  pickup_at timestamptz not null,
  return_at timestamptz not null,
  actual_pickup_at timestamptz,
  actual_return_at timestamptz,
  next_at timestamptz not null,
  days smallint not null,
  over_hours smallint not null default 0,
  pickup_type smallint not null default 1 check (pickup_type between 1 and 3),
  return_type smallint not null default 1 check (return_type between 1 and 3),
  pickup_address text not null default '',
  pickup_lng double precision,
  pickup_lat double precision,
  pickup_distance_m int,
  return_address text not null default '',
  return_lng double precision,
  return_lat double precision,
  return_distance_m int,
  renter_id bigint,
  codriver_ids bigint[] not null default '{}' check (cardinality(codriver_ids) <= 3),
  contact_name text not null default '',
  contact_phone_enc bytea,
  contact_phone_hash bytea,
  contact_phone_mask text not null default '',
  contact_phone_tail4 text not null default '',
  plate text,
  quote_snapshot jsonb not null,
  total_fen bigint not null default 0,
  paid_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  owed_fen bigint not null default 0,
  pay_mode smallint not null default 2,
  deposit_mode smallint check (deposit_mode between 1 and 3),
  deposit_status smallint not null default 0 check (deposit_status between 0 and 3),
  deposit_pay_status smallint not null default 0 check (deposit_pay_status between 0 and 3),
  settle_status smallint not null default 0 check (settle_status between 0 and 2),
  settled_at timestamptz,
  pay_deadline timestamptz,
  confirm_deadline timestamptz,
  cancel_rule_snapshot jsonb not null,
  deposit_policy_snapshot jsonb not null,
  modified jsonb,
  cancel_reason smallint,
  cancel_by text check (cancel_by in ('customer', 'merchant', 'channel', 'system')),
  cancel_note text not null default '',
  penalty_fen bigint not null default 0,
  cancelled_at timestamptz,
  overdue boolean not null default false,
  term_months smallint,
  pay_interval smallint,
  agreement_no text,
  self_service boolean not null default false,
  tags text[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (pickup_at < return_at),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, return_store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, renter_id) references person (merchant_id, id)
);
comment on column "order".status is '0 未提交 1 已提交 2 确认中 3 已确认 4 已排车 5 已取车 6 已还车 7 取消中 8 已取消';
comment on column "order".next_at is 'When the next step is due: pickup in 0-4, return in 5, the moment of return or cancel after';
comment on column "order".prev_status is 'Status before the cancel; 0 beside status 8 is a draft that was dropped, which no list shows';
comment on column "order".plate is 'Plate of vehicle_id, kept here so that a card needs no join and a plate can be searched';
create unique index order_no on "order" (merchant_id, order_no);
create unique index order_channel_no on "order" (merchant_id, source, channel_order_no) where channel_order_no is not null;
-- The list pages: by the next step or the newest first, of a status or of all, for the merchant or for a store (the few
-- one-way returns apart, so that nothing is listed twice). Included columns let counts and the scope policy do without
-- the row.
create index order_list_next on "order" (merchant_id, order_kind, status, next_at, id);
create index order_list_new on "order" (merchant_id, order_kind, id) where status > 0;
create index order_list_status_new on "order" (merchant_id, order_kind, status, id)
  include (store_id, return_store_id, created_by, prev_status, source, model_id, pickup_type, deposit_status, deposit_pay_status);
create index order_store on "order" (merchant_id, order_kind, store_id, status, next_at, id)
  include (return_store_id, created_by, prev_status);
create index order_store_new on "order" (merchant_id, order_kind, store_id, id) where status > 0;
create index order_return_store on "order" (merchant_id, order_kind, return_store_id, status, next_at, id)
  include (store_id, created_by, prev_status) where return_store_id <> store_id;
create index order_return_store_new on "order" (merchant_id, order_kind, return_store_id, id)
  where return_store_id <> store_id and status > 0;
create index order_pickup on "order" (merchant_id, order_kind, pickup_at);
create index order_return on "order" (merchant_id, order_kind, return_at);
create index order_created on "order" (merchant_id, order_kind, created_at);
create index order_phone on "order" (merchant_id, contact_phone_hash);
create index order_tail on "order" (merchant_id, contact_phone_tail4, id);
-- text_pattern_ops serves prefixes in any locale of the database.
create index order_name on "order" (merchant_id, contact_name text_pattern_ops);
create index order_plate on "order" (merchant_id, plate, id) where plate is not null;
create index order_vehicle on "order" (merchant_id, vehicle_id, id) where vehicle_id is not null;
create index order_renter on "order" (merchant_id, renter_id, id) where renter_id is not null;
create index order_creator on "order" (merchant_id, created_by, id);

-- Vehicles are searched by any part of the plate: no index serves that under row-level security, but they are few.
-- Every plate of the merchant counts, also of cars that have left the caller's stores: only plates go out.
create function plates_with(fragment text) returns text[] language sql stable security definer set search_path = public
  as $$ select coalesce(array_agg(plate), '{}') from vehicle where merchant_id = merchant() and strpos(plate, fragment) > 0 $$;
alter function plates_with(text) owner to definer;
revoke execute on function plates_with(text) from public;
grant execute on function plates_with(text) to tenant;
select tenant_table('order');

create table driver_task (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  account_id bigint not null,
  plan_at timestamptz not null,
  status smallint not null default 0 check (status between 0 and 3),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table driver_task is 'type 0 送车 1 取车; status 0 待出发 1 进行中 2 完成 3 取消';
create unique index driver_task_open on driver_task (merchant_id, order_id, type) where status in (0, 1);
create index driver_task_order on driver_task (merchant_id, order_id);
create index driver_task_account on driver_task (merchant_id, account_id, plan_at);
select tenant_table('driver_task');

-- What the account may see: all orders, those of listed stores, own ones among them, or the one of a link.
create policy scope on "order" as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then (store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
        or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]))
      and (created_by = (select actor()) or exists (
        select from driver_task t where t.merchant_id = "order".merchant_id and t.order_id = "order".id
          and t.account_id = (select actor())))
    when 'link' then id = (select current_setting('app.order_id')::bigint)
    else false
  end);

-- Parts of an order are seen by whoever sees the order.
create function order_scoped(name text) returns void language plpgsql as $$
begin
  execute format(
    'create policy scope on %I as restrictive to tenant using ((select current_setting(''app.scope'')) = ''all'' '
    'or exists (select from "order" o where o.merchant_id = %I.merchant_id and o.id = %I.order_id))', name, name, name);
end $$;

create table order_item (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null default 0,
  item_type smallint not null check (item_type between 0 and 6),
  code text not null,
  name text not null,
  qty numeric(8, 2) not null check (qty > 0),
  unit text not null check (unit in ('day', 'hour', 'order', 'km', 'piece')),
  unit_price_fen bigint not null,
  amount_fen bigint not null,
  formula text not null default '',
  fee_mode smallint,
  rate_bp int,
  price_date date,
  reduce_type smallint,
  renewal_id bigint,
  source text not null default 'quote' check (source in ('quote', 'renewal', 'pickup', 'return', 'supplement', 'manual')),
  status text not null default 'active' check (status in ('active', 'void')),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (amount_fen >= 0 or reduce_type is not null),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table order_item is 'Lines of a bill. Never edited: voided and written anew';
create index order_item_order on order_item (merchant_id, order_id, id);
select tenant_table('order_item');
select order_scoped('order_item');

create table order_log (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  at timestamptz not null default app_now(),
  action text not null,
  from_status smallint,
  to_status smallint,
  account_id bigint not null default actor(),
  actor_name text not null default '',
  detail jsonb not null default '{}',
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index order_log_order on order_log (merchant_id, order_id, id);
select tenant_table('order_log', 'insert');
select order_scoped('order_log');

create table remark (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  content text not null check (length(content) between 1 and 500),
  photo_ids bigint[] not null default '{}' check (cardinality(photo_ids) <= 9),
  top_flag boolean not null default false,
  account_id bigint not null default actor(),
  actor_name text not null default '',
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index remark_order on remark (merchant_id, order_id, id);
select tenant_table('remark', 'insert');
select order_scoped('remark');

create table vehicle_assignment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  vehicle_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz,
  start_odo int not null,
  end_odo int,
  void boolean not null default false,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_assignment is 'Who really held which car, swaps included';
create unique index vehicle_assignment_open on vehicle_assignment (merchant_id, vehicle_id) where to_at is null and not void;
create index vehicle_assignment_order on vehicle_assignment (merchant_id, order_id);
create index vehicle_assignment_vehicle on vehicle_assignment (merchant_id, vehicle_id, from_at);
select tenant_table('vehicle_assignment');

create table media (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  biz text not null,
  biz_id bigint,
  order_id bigint,
  kind text not null check (kind in ('image', 'video', 'pdf')),
  path text not null,
  thumb boolean not null default false,
  mime text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  width int,
  height int,
  taken_at timestamptz,
  uploader_id bigint not null default actor(),
  linked_at timestamptz,
  superseded_by bigint,
  state smallint not null default 2,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on column media.state is '0 待上传 1 处理中 2 可用 3 已拒绝 4 已删除';
create unique index media_path on media (merchant_id, path);
create index media_biz on media (merchant_id, biz, biz_id);
create index media_orphan on media (created_at) where linked_at is null and state = 2;
select tenant_table('media');
