-- A driver is on the road with a car from the first draft of a handover until it is confirmed: a violation then is theirs.
alter table driver_task add column vehicle_id bigint, add column started_at timestamptz, add column ended_at timestamptz;
comment on column driver_task.vehicle_id is 'The car it was started with';
comment on column driver_task.ended_at is 'When it was done or taken back, once it had started';
create index driver_task_vehicle on driver_task (merchant_id, vehicle_id, started_at) where started_at is not null;

-- Plates a car had before, with when each was taken off: a violation of a temporary plate comes weeks after the final one.
alter table vehicle add column former_plates jsonb not null default '[]';
comment on column vehicle.former_plates is '[{plate, until}], epoch ms, the oldest first';

create function keeps_plate() returns trigger language plpgsql as $$
begin
  new.former_plates := old.former_plates
    || jsonb_build_array(jsonb_build_object('plate', old.plate, 'until', (extract(epoch from app_now()) * 1000)::bigint));
  return new;
end $$;
create trigger keeps_plate before update of plate on vehicle for each row
  when (old.plate is distinct from new.plate) execute function keeps_plate();

-- Traffic violations. The pages of orders and of the merchant are views of the same rows.
create table violation (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  no text not null,
  status smallint not null check (status between 0 and 8),
  prev_status smallint check (prev_status between 0 and 8),
  -- As it was reported; the car is found by it.
  plate text not null check (length(plate) between 1 and 10),
  vehicle_id bigint,
  -- The minute it happened.
  occur_at timestamptz not null check (occur_at = date_trunc('minute', occur_at)),
  place text not null default '' check (length(place) <= 200),
  act_code text not null default '' check (length(act_code) <= 10),
  act text not null default '' check (length(act) <= 200),
  points smallint not null check (points between 0 and 12),
  fine_fen bigint not null check (fine_fen >= 0),
  doc_no text check (length(doc_no) between 1 and 40),
  authority text not null default '' check (length(authority) <= 60),
  source smallint not null check (source between 1 and 4),
  match_type smallint check (match_type between 1 and 4),
  -- Somebody decided who drove: it does not follow the car's time any more.
  by_hand boolean not null default false,
  order_id bigint,
  -- Of the merchant's people, who drove.
  driver_id bigint,
  -- Where it belongs while it has no order: the home of its car.
  store_id bigint,
  handle_way smallint check (handle_way between 1 and 4),
  official_state smallint not null default 0 check (official_state between 0 and 2),
  deadline_at timestamptz,
  overdue boolean not null default false,
  evidence_ids bigint[] not null default '{}' check (cardinality(evidence_ids) <= 9),
  proof_ids bigint[] not null default '{}' check (cardinality(proof_ids) <= 9),
  remark text not null default '' check (length(remark) <= 500),
  log jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  check ((coalesce(match_type, 0) in (1, 2)) = (order_id is not null)),
  check ((status = {violationStatus.unmatched}) <= (match_type is null))
);
comment on table violation is 'status 0 待匹配 1 待处理 2 客户处理中 3 商家代办中 4 待核销 5 已结案 6 申诉中 7 转移中 8 已作废; match_type 1 自动 2 人工 3 员工责任 4 商家责任; log [{at, by, action, note}]';
create unique index violation_no on violation (merchant_id, no);
-- One violation is one row, however many bring it.
create unique index violation_doc on violation (merchant_id, doc_no) where doc_no is not null and status <> {violationStatus.void};
create unique index violation_once on violation (merchant_id, plate, occur_at, act_code) where act_code <> '' and status <> {violationStatus.void};
create index violation_list on violation (merchant_id, status, id);
create index violation_plate on violation (merchant_id, plate, occur_at);
create index violation_vehicle on violation (merchant_id, vehicle_id, occur_at);
create index violation_order on violation (merchant_id, order_id) where order_id is not null;
-- Those that follow the car's time: asked with every pickup and return.
create index violation_follows on violation (merchant_id, vehicle_id) where not by_hand and status in ({violationStatus.unmatched}, {violationStatus.open});
select tenant_table('violation');
-- Seen by who sees its order; without one by the people of its store, and by nobody who sees own orders only.
create policy scope on violation as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or case when order_id is not null then sees_order(order_id)
    else (select current_setting('app.scope')) = 'stores'
      and store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]) end);

-- How many violations of an order keep its violation deposit.
alter table "order" add column open_violations int not null default 0 check (open_violations >= 0);
comment on column "order".open_violations is 'Violations of it that are not closed or void; written with each of their steps';
