-- Handovers, contracts, renewals, instalments, drivers, damage and violations.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- The company's certificate that signs its papers; the newest that is valid signs.
create table merchant_certificate (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  subject text not null,
  serial text not null,
  certificate bytea not null,
  key_enc bytea not null,
  self_issued boolean not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null default app_now(),
  -- A company's own certificate, issued by an authority: it signs before the one that the company issued to itself, until it
  -- ends or is retired.
  issuer text not null default '',
  -- The certificates above it, as they came with it, DER.
  chain bytea[] not null default '{}',
  retired_at timestamptz,
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
select tenant_table('merchant_certificate', 'insert');
grant update (key_enc) on merchant_certificate to definer;
grant update (retired_at) on merchant_certificate to tenant;

-- A picture of the company's own seal (公章, 合同专用章), printed where a paper is sealed instead of a drawn one. The newest that is not
-- retired is in use; what was printed with an earlier one stays as it is.
create table company_stamp (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  media_id bigint not null,
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, media_id) references media (merchant_id, id)
);
select tenant_table('company_stamp', 'insert');
grant update (retired_at) on company_stamp to tenant;

-- What customers agreed to and withdrew, what they asked for, and orders that are kept for a case (operations.md §15).
create table person_consent (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  person_id bigint not null,
  kind smallint not null check (kind between 1 and 2),
  text_version text not null default '',
  at timestamptz not null default app_now(),
  way smallint not null check (way between 1 and 4),
  given_to bigint not null default actor(),
  withdrawn_at timestamptz,
  withdrawn_way smallint check (withdrawn_way between 1 and 3),
  withdrawn_to bigint,
  primary key (merchant_id, id),
  check ((withdrawn_at is null) = (withdrawn_way is null) and (withdrawn_at is null) = (withdrawn_to is null)),
  foreign key (merchant_id, person_id) references person (merchant_id, id)
);
comment on table person_consent is 'kind 1 留存证件照片 2 拍摄人脸; way 1 柜台当面 2 电话 3 书面 4 客户自助';
create unique index person_consent_live on person_consent (merchant_id, person_id, kind) where withdrawn_at is null;
create index person_consent_person on person_consent (merchant_id, person_id, id);
select tenant_table('person_consent');

create table person_request (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  person_id bigint not null,
  kind smallint not null check (kind between 1 and 4),
  note text not null default '' check (length(note) <= 200),
  status smallint not null default 0 check (status between 0 and 2),
  answer text not null default '' check (length(answer) <= 200),
  due_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  done_at timestamptz,
  done_by bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, person_id) references person (merchant_id, id)
);
comment on table person_request is 'kind 1 查阅复制 2 更正 3 删除 4 撤回同意; status 0 待处理 1 已办理 2 未予办理';
create unique index person_request_open on person_request (merchant_id, person_id, kind) where status = {requestStatus.open};
create index person_request_person on person_request (merchant_id, person_id, id);
create index person_request_due on person_request (merchant_id, due_at, id) where status = {requestStatus.open};
select tenant_table('person_request');

-- What the list of customers shows and is sorted by, kept for each customer: over all stores (store 0) and for each store of their rentals,
-- over all (tag '') and again under each tag of the customer, so that each filter has an index for each order.
create table customer_figure (
  merchant_id bigint not null default merchant(),
  person_id bigint not null,
  store_id bigint not null,
  tag text not null,
  orders int not null default 0,
  spent_fen bigint not null default 0,
  owed_fen bigint not null default 0,
  last_at timestamptz not null default 'epoch',
  primary key (merchant_id, person_id, store_id, tag),
  foreign key (merchant_id, person_id) references person (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table customer_figure is 'Rentals of each customer, by store and tag; a follower of events keeps it';
comment on column customer_figure.store_id is 'A store of their rentals, for the pickup or the return; 0: all stores';
comment on column customer_figure.tag is 'A tag of the customer; empty: the row for lists without this filter';
comment on column customer_figure.orders is 'Rentals that are not cancelled';
comment on column customer_figure.owed_fen is 'Debts of ended rentals that no company pays, fen';
comment on column customer_figure.last_at is 'The latest pickup, planned or done; epoch: none';
create index customer_newest on customer_figure (merchant_id, store_id, tag, person_id);
create index customer_orders on customer_figure (merchant_id, store_id, tag, orders, person_id);
create index customer_spent on customer_figure (merchant_id, store_id, tag, spent_fen, person_id);
create index customer_owed on customer_figure (merchant_id, store_id, tag, owed_fen, person_id);
create index customer_last on customer_figure (merchant_id, store_id, tag, last_at, person_id);
select tenant_table('customer_figure', 'insert, update, delete');

-- Who sees some stores sees the customers of their orders, with what they rented there. Rows of orders of one employee do not exist.
create policy scope on customer_figure as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    else false
  end);

-- Companies that rent, with what was agreed with each: a credit limit, days to pay, and prices.
create table company (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 60),
  tax_no text not null default '' check (length(tax_no) <= 20),
  address text not null default '' check (length(address) <= 120),
  phone text not null default '' check (length(phone) <= 20),
  bank text not null default '' check (length(bank) <= 60),
  bank_account text not null default '' check (length(bank_account) <= 40),
  note text not null default '' check (length(note) <= 500),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  enabled boolean not null default true,
  credit_fen bigint check (credit_fen >= 0),
  pay_days smallint not null default 0 check (pay_days between 0 and 365),
  rate_bp int check (rate_bp between 1000 and 10000),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table company is 'Companies that rent from the merchant, for all its stores';
comment on column company.credit_fen is 'What its orders may owe together, fen; null: any amount';
comment on column company.pay_days is 'Days that it has to pay a bill; 0: at once';
comment on column company.rate_bp is 'Share of the list price that it pays for models without a price of their own; null: the list price';
create unique index company_name on company (merchant_id, name);
create index company_list on company (merchant_id, enabled, id);
select tenant_table('company');

create table company_contact (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  company_id bigint not null,
  name text not null check (length(name) between 1 and 30),
  phone_enc bytea not null,
  phone_mask text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, company_id) references company (merchant_id, id)
);
create index company_contact_of on company_contact (merchant_id, company_id, id);
select tenant_table('company_contact', 'insert, update, delete');
grant update (phone_enc) on company_contact to definer;

create table company_price (
  merchant_id bigint not null default merchant(),
  company_id bigint not null,
  model_id bigint not null,
  rate_bp int check (rate_bp between 1000 and 10000),
  day_fen bigint check (day_fen > 0),
  month_fen bigint check (month_fen > 0),
  primary key (merchant_id, company_id, model_id),
  foreign key (merchant_id, company_id) references company (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  check (rate_bp is not null or day_fen is not null or month_fen is not null),
  check (rate_bp is null or day_fen is null)
);
comment on table company_price is 'Prices agreed with a company for single models; they go before its share of the list price';
comment on column company_price.day_fen is 'Price of each day, whatever the day and the length of the rental, fen';
comment on column company_price.month_fen is 'Price of each month of a long rental, fen';
create index company_price_model on company_price (merchant_id, model_id);
select tenant_table('company_price', 'insert, update, delete');

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
  -- When a driver said that they are there, and where their phone was then; the place goes after ninety days.
  arrived_at timestamptz,
  arrived_lng double precision check (arrived_lng between -180 and 180),
  arrived_lat double precision check (arrived_lat between -90 and 90),
  -- A driver is on the road with a car from the first draft of a handover until it is confirmed: a violation then is theirs.
  vehicle_id bigint,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table driver_task is 'type 0 送车 1 取车; status 0 待出发 1 进行中 2 完成 3 取消';
comment on column driver_task.vehicle_id is 'The car it was started with';
comment on column driver_task.ended_at is 'When it was done or taken back, once it had started';
create unique index driver_task_open on driver_task (merchant_id, order_id, type) where status in ({driverTaskStatus.waiting}, {driverTaskStatus.running});
create index driver_task_order on driver_task (merchant_id, order_id);
create index driver_task_account on driver_task (merchant_id, account_id, plan_at);

-- Open tasks by who has them: orders whose driver has left are looked for from the accounts (reassign), of which few have
-- left, and driver_task_account holds what each has driven in years.
create index driver_task_driver on driver_task (merchant_id, account_id) where status in ({driverTaskStatus.waiting}, {driverTaskStatus.running});

-- The tasks of a day, of all drivers, and those still to do, of all days; driver_task_account holds those of one driver.
create index driver_task_plan on driver_task (merchant_id, plan_at, id);
create index driver_task_waiting on driver_task (merchant_id, plan_at, id) where status in ({driverTaskStatus.waiting}, {driverTaskStatus.running});
create index driver_task_arrived on driver_task (merchant_id, arrived_at) where arrived_lng is not null;
create index driver_task_vehicle on driver_task (merchant_id, vehicle_id, started_at) where started_at is not null;
select tenant_table('driver_task');

-- Handing over and taking back; damage; the papers that are signed; links to sign and to send pictures.
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
  accessories jsonb not null default '[]',
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
  -- A handover that is undone puts its car, its place in the stock and its order back as they stood before.
  before jsonb,
  -- By the server's clock, written once staff have passed or taken over what was handed in: no person dates it.
  handed_in_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table pickup_return_record is '验车单: type 0 取车 1 还车; photos [{slot, mediaId}]; a vehicle swap adds seq';
comment on column pickup_return_record.before is 'What the confirmation wrote over: readings and place of the car, stay, terms of the order; null for a draft';
comment on column pickup_return_record.handed_in_at is 'When the customer handed a return in without staff; a return dated by it is no backdating';
create unique index pickup_return_record_seq on pickup_return_record (merchant_id, order_id, type, seq) where not void;
create index pickup_return_record_vehicle on pickup_return_record (merchant_id, vehicle_id, at) where not draft and not void;
select tenant_table('pickup_return_record');
select order_scoped('pickup_return_record');

-- Cases of damage (车损): what is broken, what it costs, who answers for it. `worth_fen` is what a car was worth that does not
-- come back; 0 for one that is repaired. Its claim says what the customer owes.
create table damage_order (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  vehicle_id bigint not null,
  damaged_parts jsonb not null default '[]',
  worth_fen bigint not null default 0 check (worth_fen >= 0),
  downtime_days int not null default 0 check (downtime_days between 0 and 365),
  downtime_fen bigint not null default 0 check (downtime_fen >= 0),
  depreciation_fen bigint not null default 0 check (depreciation_fen >= 0),
  other_fen bigint not null default 0 check (other_fen >= 0),
  covered_fen bigint not null default 0 check (covered_fen >= 0),
  liability smallint not null check (liability between 1 and 3),
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null check (cardinality(photo_ids) > 0),
  status smallint not null default 0 check (status between 0 and 3),
  close_reason text not null default '' check (length(close_reason) <= 200),
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  check (worth_fen > 0 or jsonb_array_length(damaged_parts) > 0),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table damage_order is 'status 0 待定损 1 待扣款 2 已完成 3 已关闭; liability 1 客户 2 第三方 3 无责';
create index damage_order_order on damage_order (merchant_id, order_id, id);
create index damage_order_vehicle on damage_order (merchant_id, vehicle_id);

-- Orders with a case of damage that somebody has to go on with: a counter of home and its list.
create index damage_order_open on damage_order (merchant_id, order_id) where status in ({damageStatus.assessing}, {damageStatus.deducting});
create index damage_order_created on damage_order (merchant_id, created_at);
select tenant_table('damage_order');
select order_scoped('damage_order');

-- What a merchant's papers say. A change is a new version, so that whoever reads an old paper finds its words; without a
-- row the product's own template of that type stands.
create table agreement_template (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  type smallint not null check (type in ({agreementType.pickup}, {agreementType.return}, {agreementType.renewal}, {agreementType.long}, {agreementType.swap}, {agreementType.end})),
  version int not null check (version > 0),
  -- false: papers of this type are signed by hand only.
  enabled boolean not null default true,
  title text not null,
  clauses jsonb not null,
  consent text not null,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  created_name text not null default '',
  primary key (merchant_id, id)
);
comment on table agreement_template is 'type 1 取车 2 还车 3 续租 4 长租 5 换车 7 提前终止; the highest version of a type stands; never edited';
create unique index agreement_template_version on agreement_template (merchant_id, type, version);
select tenant_table('agreement_template', 'insert');

-- The payment plan of a long order. A row is billed when it is due, or as far as it is paid before; what is paid of it are the
-- payments that refer to it. Its late fee is a function of dates and payments until it is posted, once.
create table instalment (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null check (seq > 0),
  period_from date not null,
  period_to date not null check (period_to > period_from),
  -- As planned; `due_on` is later once the row was postponed.
  planned_on date not null,
  due_on date not null check (due_on >= planned_on),
  amount_fen bigint not null check (amount_fen >= 0),
  billed_fen bigint not null default 0 check (billed_fen between 0 and amount_fen),
  paid_fen bigint not null default 0 check (paid_fen between 0 and amount_fen),
  -- Posted, null until then; what is paid of it and what was waived.
  late_fee_fen bigint check (late_fee_fen >= 0),
  late_paid_fen bigint not null default 0 check (late_paid_fen >= 0),
  status smallint not null default 0 check (status between 0 and 6),
  version integer not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  unique (merchant_id, order_id, seq),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table instalment is 'status 0 未到期 1 待支付 2 部分支付 3 已支付 4 已逾期 5 已退 6 已作废; money in fen';

-- What falls due, and what is open, by date.
create index instalment_due on instalment (merchant_id, due_on, id) where status in ({instalmentStatus.notDue}, {instalmentStatus.due}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue});

-- Jobs of instalments take a hundred orders at a time, by their ids. Each time they had read whatever is due of all: with 100,000
-- at once a thousand times 100,000. They read on from where they were.
create index instalment_due_order on instalment (order_id, due_on)
  where status in ({instalmentStatus.notDue}, {instalmentStatus.due}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue});
select tenant_table('instalment');
select order_scoped('instalment');

-- A long contract that was agreed to end before its last date. Its rows from that date on come to nothing at once; what is
-- used, the penalty and late fees are charged by the settlement of the return.
create table termination (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  -- The first date not used, on which the car is due back.
  end_on date not null,
  merchant_cause boolean not null,
  -- Without it: when the contract ended, and all of its rows, fen.
  old_return_at timestamptz not null,
  total_fen bigint not null check (total_fen >= 0),
  reason text not null check (length(reason) between 1 and 100),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- An end that was agreed may be taken back before it is due: what it dropped stands again, and another may be agreed.
  taken_back_at timestamptz,
  taken_back_by bigint,
  -- Rows that came to nothing with it, and what was billed of each, fen; of an end without it nothing is taken back.
  dropped jsonb,
  -- What of the rent had been refunded by itself by then, fen: what is refunded after that is for the dates that are not used.
  refunded_fen bigint,
  -- An end that was agreed has a paper of its own, which waits from then on and is void when the end is taken back. It says what
  -- was agreed that it comes to, fen.
  used_fen bigint check (used_fen >= 0),
  penalty_fen bigint check (penalty_fen >= 0),
  late_fees_fen bigint check (late_fees_fen >= 0),
  -- Below zero goes back to the customer.
  owed_fen bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create unique index termination_standing on termination (merchant_id, order_id) where taken_back_at is null;
select tenant_table('termination');
select order_scoped('termination');

-- A rental made longer: from the end agreed so far to another, at its own price. `extension` is what it sold, a part of the
-- order's term from then on.
create table renewal (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null check (seq > 0),
  status smallint not null check (status between 0 and 4),
  old_return_at timestamptz not null,
  new_return_at timestamptz not null check (new_return_at > old_return_at),
  amount_fen bigint not null check (amount_fen >= 0),
  extension jsonb not null,
  ended_at timestamptz,
  end_reason text not null default '' check (length(end_reason) <= 100),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- A renewal that is paid online holds its time until it is paid or its deadline has passed: what is to be paid, and until when.
  pay_fen bigint check (pay_fen > 0),
  pay_deadline timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, order_id, seq),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table renewal is 'status 0 待支付 1 待确认 2 已生效 3 已取消 4 已拒绝; money in fen';
create unique index renewal_open on renewal (merchant_id, order_id) where status in ({renewalStatus.waitingPayment}, {renewalStatus.confirming});
create index renewal_waiting on renewal (id) where status = {renewalStatus.waitingPayment};
select tenant_table('renewal');
select order_scoped('renewal');

create table agreement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in ({agreementType.pickup}, {agreementType.return}, {agreementType.renewal}, {agreementType.long}, {agreementType.swap}, {agreementType.pack}, {agreementType.end})),
  status smallint not null default 0 check (status between 0 and 5),
  template_version int not null default 1,
  photo_ids bigint[] not null default '{}',
  fields jsonb not null default '{}',
  signed_at timestamptz,
  void_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- The printed paper: its file, and digests that say what was in it.
  agreement_no text not null default '',
  record_id bigint,
  content_sha256 bytea,
  pdf_id bigint,
  pdf_path text,
  pdf_sha256 bytea,
  -- The file of a paper is printed after the request that made or signed it, so that nobody waits for it at the counter. What was made and
  -- what was signed is fixed at once; its file follows, once.
  print_at timestamptz,
  print_attempts smallint not null default 0,
  -- What the QR code on the paper holds; nobody guesses it.
  verify_code text,
  -- How it was signed: by whom, from where, with what hand.
  expire_at timestamptz,
  sign_way smallint check (sign_way between 1 and 3),
  signer_ip text,
  signer_agent text,
  signer_phone_mask text,
  -- Lines of the pen with their times, sealed.
  signature_enc bytea,
  sign_facts jsonb,
  sign_sha256 bytea,
  signed_id bigint,
  signed_path text,
  signed_sha256 bytea,
  certificate_id bigint,
  -- A paper whose term is over loses its text, its hand and who signed where; that it was, and the digests by which a copy is
  -- told, stay for good.
  cleared_at timestamptz,
  -- What a paper of a pickup was signed for: another car or another period needs another signature.
  -- Papers that say nothing of it stand.
  vehicle_id bigint,
  pickup_at timestamptz,
  return_at timestamptz,
  -- A renewal has a paper of its own, which waits from the moment it counts.
  renewal_id bigint,
  termination_id bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, renewal_id) references renewal (merchant_id, id),
  foreign key (merchant_id, termination_id) references termination (merchant_id, id)
);
comment on table agreement is 'type 1 取车 2 还车 3 续租 4 长租 5 换车 6 举证文件 7 提前终止; status 0 未生成 1 待签署 2 已签署 3 已过期 4 已作废 5 纸质已上传';
comment on column agreement.template_version is '0: the product''s own template';
comment on column agreement.content_sha256 is 'SHA-256 of what the paper says (fields), printed in its footer';
comment on column agreement.return_at is 'With vehicle_id and pickup_at: what the paper was about';
comment on column agreement.print_at is 'When its file is printed next: now, after a failure later, while a server prints it after its lease. Null: no file is missing, or printing was given up';
comment on column agreement.sign_facts is 'The record of the signing as the signed file prints it';
comment on column agreement.sign_sha256 is 'SHA-256 of the digest of the content, the hand, the time and sign_facts: what was signed, before there is a file';
create index agreement_order on agreement (merchant_id, order_id);
create index agreement_verify on agreement (verify_code) where verify_code is not null;
create index agreement_due on agreement (expire_at) where status = {agreementStatus.waiting};
create unique index agreement_live_swap on agreement (merchant_id, order_id, record_id) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type = {agreementType.swap};
create unique index agreement_live_renewal on agreement (merchant_id, order_id, renewal_id) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type = {agreementType.renewal};
create unique index agreement_live on agreement (merchant_id, order_id, type) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type not in ({agreementType.swap}, {agreementType.renewal}, {agreementType.pack}, {agreementType.end});
create unique index agreement_live_end on agreement (merchant_id, order_id, termination_id) where status in ({agreementStatus.none}, {agreementStatus.waiting}, {agreementStatus.signed}, {agreementStatus.paper}) and type = {agreementType.end};
create index agreement_print on agreement (print_at) where print_at is not null;
select tenant_table('agreement');
select order_scoped('agreement');
grant update (signature_enc) on agreement to definer;

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
  fine_fen bigint check (fine_fen >= 0),
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
  -- The agency fee in its claim.
  agency_fen bigint not null default 0 check (agency_fen >= 0),
  notified_at timestamptz,
  closed_at timestamptz,
  -- Who agreed that the merchant pays it for the customer, and how: {way, by, at}.
  agency_consent jsonb,
  -- A customer sees to a violation on a page of their own: pictures they put there, handed in for staff to look at, and why those were no proof.
  sent_ids bigint[] not null default '{}' check (cardinality(sent_ids) <= 9),
  handed_in_at timestamptz,
  refused_why text not null default '' check (length(refused_why) <= 200),
  -- A violation that is passed on to its renter (违法转移): when that was asked for, when the renter was told, until when they may object.
  transfer jsonb,
  -- Violations of one customer that were told by one message are shown by one link: the number they share.
  notice_id bigint,
  channel_ack_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  check ((coalesce(match_type, 0) in (1, 2)) = (order_id is not null)),
  check ((status = {violationStatus.unmatched}) <= (match_type is null))
);
comment on table violation is 'status 0 待匹配 1 待处理 2 客户处理中 3 商家代办中 4 待核销 5 已结案 6 申诉中 7 转移中 8 已作废; match_type 1 自动 2 人工 3 员工责任 4 商家责任; log [{at, by, action, note}]';
comment on column violation.sent_ids is 'Pictures by the customer; what staff accept of them becomes proof';
comment on column violation.handed_in_at is 'What the customer sent waits for staff since; null: nothing does';
comment on column violation.refused_why is 'Why what was handed in last is no proof';
comment on column violation.transfer is '{appliedAt, toldAt, objectUntil, resultAt}, epoch ms; null: it was not passed on';
comment on column violation.fine_fen is 'Null: the office has not decided yet (待裁决)';
comment on column violation.channel_ack_at is 'When the channel of its order acknowledged that it was told of it';
create unique index violation_no on violation (merchant_id, no);
create unique index violation_once on violation (merchant_id, plate, occur_at, act_code) where act_code <> '' and status <> {violationStatus.void};
create index violation_list on violation (merchant_id, status, id);
-- As the list has them: what is due first, then the latest. One without a day stands at the end of time (END_OF_TIME in domain time.ts).
create index violation_due on violation (merchant_id, coalesce(epoch_ms(deadline_at), 4133952000000), (-epoch_ms(occur_at)), (-id));
create index violation_plate on violation (merchant_id, plate, occur_at);
create index violation_vehicle on violation (merchant_id, vehicle_id, occur_at);
create index violation_order on violation (merchant_id, order_id) where order_id is not null;

-- Those that follow the car's time: asked with every pickup and return.
create index violation_follows on violation (merchant_id, vehicle_id) where not by_hand and status in ({violationStatus.unmatched}, {violationStatus.open});
create index violation_deadline on violation (merchant_id, deadline_at) where status = {violationStatus.byCustomer} and handed_in_at is null;
create index violation_time on violation (merchant_id, occur_at);

-- One number is one violation of one car, or of one minute: spreadsheets round long numbers, and several violations get the same.
create unique index violation_doc_plate on violation (merchant_id, doc_no, plate) where doc_no is not null and status <> {violationStatus.void};
create unique index violation_doc_minute on violation (merchant_id, doc_no, occur_at) where doc_no is not null and status <> {violationStatus.void};
create index violation_notice on violation (merchant_id, notice_id) where notice_id is not null;
select tenant_table('violation');

-- Seen by who sees its order; without one by the people of its store, and by nobody who sees own orders only.
create policy scope on violation as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or case when order_id is not null then sees_order(order_id)
    else (select current_setting('app.scope')) = 'stores'
      and store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]) end);

-- A fine that the merchant paid (journal 12): by which way, out of whose cashShift, with which proof. Charged on, or borne by itself.
create table violation_fine (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  violation_id bigint not null,
  store_id bigint not null,
  shift_id bigint,
  amount_fen bigint not null check (amount_fen > 0),
  pay_way smallint not null,
  slip_no text not null default '',
  voucher_ids bigint[] not null default '{}',
  -- What of it nobody pays back to the merchant.
  borne_fen bigint not null default 0 check (borne_fen between 0 and amount_fen),
  taken_back_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, violation_id) references violation (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
create unique index violation_fine_once on violation_fine (merchant_id, violation_id) where taken_back_at is null;
select tenant_table('violation_fine');

-- Seen by who sees its violation.
create policy scope on violation_fine as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or exists (select from violation i where i.merchant_id = violation_fine.merchant_id and i.id = violation_fine.violation_id));

-- Contracts to file with the traffic police (租赁合同备案): a row for each stretch in which an order holds a car, while the merchant has that switched
-- on. Written with the stretch, whoever writes that: a pickup, a swap, an undo, a renewal.
create table lease_filing (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  assignment_id bigint not null,
  order_id bigint not null,
  vehicle_id bigint not null,
  store_id bigint not null,
  from_at timestamptz not null,
  -- The agreed end, until it ended.
  to_at timestamptz not null,
  status smallint not null default {leaseFilingStatus.open} check (status between 0 and 3),
  -- Why one that was filed is to be filed anew.
  change smallint check (change between 1 and 3),
  -- Why the platform did not take it.
  reason text not null default '' check (length(reason) <= 200),
  due_at timestamptz not null,
  filed_at timestamptz,
  filed_by bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table lease_filing is 'status 0 待备案 1 已备案 2 备案失败 3 已撤回; change 1 租期变更 2 已换车 3 取车已撤销';
create unique index lease_filing_stretch on lease_filing (merchant_id, assignment_id);
create index lease_filing_due on lease_filing (merchant_id, due_at, id) include (store_id, order_id) where status in ({leaseFilingStatus.open}, {leaseFilingStatus.failed});
create index lease_filing_order on lease_filing (merchant_id, order_id);
select tenant_table('lease_filing');

-- Seen by who sees its order.
create policy scope on lease_filing as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all' or sees_order(order_id));
grant insert, update on lease_filing to definer;

create table violation_query (
  merchant_id bigint not null default merchant(),
  vehicle_id bigint not null,
  asked_at timestamptz not null,
  -- Null: never yet.
  answered_at timestamptz,
  primary key (merchant_id, vehicle_id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
select tenant_table('violation_query');

-- Seen by who sees its car.
create policy scope on violation_query as restrictive to tenant using (
  exists (select from vehicle v where v.merchant_id = violation_query.merchant_id and v.id = vehicle_id));

-- What a customer does at the car alone: one open row of an order and handover. Photos and readings stand in the record.
create table self_visit (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  type smallint not null check (type in (0, 1)),
  status smallint not null default {selfStatus.open},
  -- The rules were read and agreed to.
  agreed_at timestamptz,
  -- Of the first complete submission that stands: a return is dated by it.
  submitted_at timestamptz,
  -- Of the last one.
  handed_in_at timestamptz,
  -- What staff want again, by place.
  reasons jsonb not null default '{}',
  decided_at timestamptz,
  decided_by bigint,
  decided_name text not null default '',
  -- Where a returned car stands: metres from the store; null where no position was given.
  distance_m int check (distance_m >= 0),
  -- Minutes of waiting that somebody was told of.
  told_minutes smallint not null default 0,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  -- A customer brings a car back alone: where it stands, and the minute by which the return counts.
  placed_at timestamptz,
  -- Staff ask for a picture of the renter's papers again, as they ask for one of the car: by which picture, and why.
  paper_reasons jsonb not null default '{}',
  -- Where a customer who brings a car back was refused because the place is too far off: metres, and when. Staff are told; it is
  -- forgotten once the car is where it belongs.
  refused_m int check (refused_m >= 0),
  refused_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table self_visit is 'type 0 取车 1 还车; status 1 办理中 2 待验车 3 已驳回 4 已通过 5 门店接管; reasons {place: why}';
comment on column self_visit.placed_at is 'When the customer said where the car stands; distance_m is null with it where they gave no position, or none that tells anything';
comment on column self_visit.paper_reasons is '{paper: {mediaId, text}}: wanted again as long as its picture is that one';
create unique index self_visit_open on self_visit (merchant_id, order_id, type) where status in ({selfStatus.open}, {selfStatus.waiting}, {selfStatus.rejected});
create index self_visit_order on self_visit (merchant_id, order_id, type, id);
create index self_visit_waiting on self_visit (handed_in_at, id) where status = {selfStatus.waiting};
select tenant_table('self_visit');
select order_scoped('self_visit');

-- Cases with insurers (保险案件): an accident from its report to the insurer's money.
create table insurance_case (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  status smallint not null check (status between 0 and 8),
  vehicle_id bigint not null,
  order_id bigint,
  damage_id bigint,
  store_id bigint not null,
  occur_at timestamptz not null check (occur_at = date_trunc('minute', occur_at)),
  place text not null default '' check (length(place) <= 200),
  course text not null default '' check (length(course) <= 500),
  parties jsonb not null default '[]',
  responsibility smallint check (responsibility between 1 and 5),
  police_no text not null default '' check (length(police_no) <= 40),
  insurer text not null default '' check (length(insurer) <= 40),
  policy_ids bigint[] not null default '{}' check (cardinality(policy_ids) <= 6),
  photo_ids bigint[] not null default '{}' check (cardinality(photo_ids) <= 20),
  paper_ids bigint[] not null default '{}' check (cardinality(paper_ids) <= 20),
  report_no text not null default '' check (length(report_no) <= 40),
  reported_at timestamptz,
  assessed_fen bigint check (assessed_fen >= 0),
  assessed_at timestamptz,
  ticket_id bigint,
  claimed_fen bigint not null default 0 check (claimed_fen >= 0),
  submitted_at timestamptz,
  received_fen bigint not null default 0 check (received_fen >= 0),
  booked_fen bigint not null default 0 check (booked_fen >= 0),
  supplement_id bigint,
  excess_fen bigint not null default 0 check (excess_fen >= 0),
  downtime_days int not null default 0 check (downtime_days between 0 and 365),
  downtime_fen bigint not null default 0 check (downtime_fen >= 0),
  end_reason text not null default '' check (length(end_reason) <= 200),
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, damage_id) references damage_order (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, ticket_id) references ticket (merchant_id, id),
  foreign key (merchant_id, supplement_id) references supplement (merchant_id, id),
  check (damage_id is null or order_id is not null),
  check (supplement_id is null or order_id is not null)
);
comment on table insurance_case is 'status 0 待报案 1 待定损 2 已定损 3 维修中 4 待赔付 5 已赔付 6 已拒赔 7 已结案 8 已销案; responsibility 1 全责 2 主责 3 同责 4 次责 5 无责';
comment on column insurance_case.store_id is 'The home of its car when it was entered: it belongs there while it has no order';
comment on column insurance_case.parties is '[{plate, insurer, note}]: the other vehicles';
comment on column insurance_case.policy_ids is 'Documents of the car: its policies that were in force';
comment on column insurance_case.booked_fen is 'What the insurer pays by the ledger (journal 24): claimed, and after the end what was received';
create index insurance_case_list on insurance_case (merchant_id, status, occur_at desc, id desc);
create index insurance_case_time on insurance_case (merchant_id, occur_at desc, id desc);
create index insurance_case_vehicle on insurance_case (merchant_id, vehicle_id, id);
create index insurance_case_order on insurance_case (merchant_id, order_id) where order_id is not null;
create index insurance_case_store on insurance_case (merchant_id, store_id);
create index insurance_case_ticket on insurance_case (merchant_id, ticket_id) where ticket_id is not null;
create index insurance_case_supplement on insurance_case (merchant_id, supplement_id) where supplement_id is not null;
create unique index insurance_case_report on insurance_case (merchant_id, report_no) where report_no <> '' and status <> {insuranceStatus.dropped};
-- A case of damage is claimed once.
create unique index insurance_case_damage on insurance_case (merchant_id, damage_id) where damage_id is not null and status <> {insuranceStatus.dropped};
select tenant_table('insurance_case');
create policy scope on insurance_case as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or case when order_id is not null then sees_order(order_id)
    else (select current_setting('app.scope')) = 'stores'
      and store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]) end);

-- Money of an insurer, which comes by bank.
create table insurance_receipt (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  case_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  slip_no text not null default '' check (length(slip_no) <= 40),
  voucher_ids bigint[] not null default '{}',
  taken_back_at timestamptz,
  taken_back_why text not null default '' check (length(taken_back_why) <= 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, case_id) references insurance_case (merchant_id, id)
);
create index insurance_receipt_case on insurance_receipt (merchant_id, case_id, id);
select tenant_table('insurance_receipt');
create policy scope on insurance_receipt as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or exists (select from insurance_case i where i.merchant_id = insurance_receipt.merchant_id and i.id = insurance_receipt.case_id));

-- Lines of the bills of ETC cards, car parks and chargers: matched to who had the car, and asked of the customer as a supplement.
create table toll_line (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 3),
  provider text not null default '' check (length(provider) <= 40),
  line_no text check (length(line_no) between 1 and 60),
  back_no text check (length(back_no) between 1 and 60),
  refund_of bigint,
  plate text not null default '' check (length(plate) <= 10),
  card_no text not null default '' check (length(card_no) <= 40),
  vehicle_id bigint,
  in_at timestamptz,
  out_at timestamptz not null,
  place text not null default '' check (length(place) <= 200),
  -- Money that a provider gives back is a line with a negative amount. It is a negative cost of its car; with the line that it pays back,
  -- which no customer pays any more, it comes to nothing. Where that line was already asked of a customer, the money is theirs.
  fen bigint not null,
  status smallint not null check (status between 1 and 7),
  by_hand boolean not null default false,
  order_id bigint,
  store_id bigint,
  supplement_id bigint,
  reason text not null default '' check (length(reason) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, supplement_id) references supplement (merchant_id, id),
  check (in_at <= out_at),
  check (plate <> '' or card_no <> ''),
  check (status not in ({tollStatus.toCharge}, {tollStatus.asked}, {tollStatus.paid}) or order_id is not null),
  check ((supplement_id is not null) = (status in ({tollStatus.asked}, {tollStatus.paid}))),
  foreign key (merchant_id, refund_of) references toll_line (merchant_id, id),
  check (refund_of is null or fen < 0)
);
comment on table toll_line is 'kind 1 过路费 2 停车 3 充电; status 1 待匹配 2 待收 3 待支付 4 已收 5 商家承担 6 已作废 7 待退客户';
comment on column toll_line.order_id is 'Who had the car; also of a line that the merchant bears although a customer had it';
comment on column toll_line.by_hand is 'Staff decided who bears it: it no longer follows the rental times';
comment on column toll_line.reason is 'Why the merchant bears it, or why it is void';
comment on column toll_line.fen is 'Negative: the provider gave it back';
comment on column toll_line.back_no is 'Of money back, instead of line_no: the number of the line that it names, or its own';
comment on column toll_line.refund_of is 'The line that this money back pays back';
create unique index toll_line_once on toll_line (merchant_id, provider, line_no) where line_no is not null and status <> {tollStatus.void};
create index toll_line_list on toll_line (merchant_id, status, out_at desc, id desc);
create index toll_line_all on toll_line (merchant_id, out_at desc, id desc);
create index toll_line_due on toll_line (merchant_id, order_id) include (out_at, fen) where status = {tollStatus.toCharge};
create index toll_line_plate on toll_line (merchant_id, plate, out_at);
create index toll_line_card on toll_line (merchant_id, card_no, out_at) where card_no <> '';
create index toll_line_vehicle on toll_line (merchant_id, vehicle_id, out_at);
create index toll_line_order on toll_line (merchant_id, order_id, out_at) where order_id is not null;
create index toll_line_store on toll_line (merchant_id, store_id, out_at);
create index toll_line_supplement on toll_line (merchant_id, supplement_id) where supplement_id is not null;
-- A part of a line may be given back more than once, each time with another sum.
create unique index toll_line_back_once on toll_line (merchant_id, provider, back_no, fen) where back_no is not null and status <> {tollStatus.void};
create index toll_line_refund on toll_line (merchant_id, refund_of) where refund_of is not null;
create index toll_line_back on toll_line (merchant_id, out_at) where fen < 0 and refund_of is null;
select tenant_table('toll_line');

-- A toll is visible like a violation: to whoever sees its order, and without an order to the staff of its store.
create policy scope on toll_line as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or case when order_id is not null then sees_order(order_id)
    else (select current_setting('app.scope')) = 'stores'
      and store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]) end);

-- The car of an ETC card or charging card: staff say it once, with the first line of that card.
create table toll_card (
  merchant_id bigint not null default merchant(),
  card_no text not null check (length(card_no) between 1 and 40),
  vehicle_id bigint not null,
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  primary key (merchant_id, card_no),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table toll_card is 'Cards whose bills have no plate, by the car that carries them';
create index toll_card_vehicle on toll_card (merchant_id, vehicle_id);
select tenant_table('toll_card');

-- Row-level security at a fraction of its cost per statement. A policy that looks into another table, whose policy does so
-- again, plans a dozen nodes for every table of a statement, and all of them are built anew at every run, for whoever may
-- see every store too. What the narrower scopes have to look up stands in functions, which nobody else calls.
-- Settings are asked as `(select current_setting(…))`, once a run instead of once a row; and so no plan is made for the
-- size of one merchant and kept for the next.
-- Own orders of listed stores, the one of a link, or those of a phone that was proved.
create function is_own_order(order_id bigint, store_id bigint, return_store_id bigint, created_by bigint)
returns boolean language plpgsql stable parallel safe as $$
begin
  if current_setting('app.scope') = 'link' then return order_id = current_setting('app.order_id')::bigint; end if;
  if current_setting('app.scope') = 'phone' then return order_id = any (current_setting('app.orders')::bigint[]); end if;
  return current_setting('app.scope') = 'own'
    and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
    and (created_by = actor() or exists (select from driver_task t
      where t.merchant_id = merchant() and t.order_id = is_own_order.order_id and t.account_id = actor()));
end $$;

-- Whether the account ever drove. The policy of orders asks it once and `is_own_order` only for accounts that did: a function asked
-- of each row begins a statement of its own, 25 µs each, through all orders of a day or a status.
create function drives_any() returns boolean language plpgsql stable parallel safe as $$
-- As a value: a policy lets no function that may fail choose the rows of an index.
declare account bigint := actor();
begin
  return exists (select from driver_task t where t.merchant_id = merchant() and t.account_id = account);
end $$;

create function agreement_fixed() returns trigger language plpgsql as $$
begin
  if new.cleared_at is not null and old.cleared_at is null then
    if app_now() < old.created_at + interval '3 years' or new.fields <> '{}' or new.signature_enc is not null or new.sign_facts is not null or
       (old.order_id, old.type, old.template_version, old.agreement_no, old.content_sha256, old.pdf_id, old.pdf_path, old.pdf_sha256,
        old.verify_code, old.signed_at, old.sign_way, old.sign_sha256, old.signed_id, old.signed_path, old.signed_sha256, old.certificate_id)
       is distinct from
       (new.order_id, new.type, new.template_version, new.agreement_no, new.content_sha256, new.pdf_id, new.pdf_path, new.pdf_sha256,
        new.verify_code, new.signed_at, new.sign_way, new.sign_sha256, new.signed_id, new.signed_path, new.signed_sha256, new.certificate_id)
    then raise exception 'agreement %: is cleared after three years, and nothing else of it changes', old.id; end if;
    return new;
  end if;
  if old.content_sha256 is not null and
     (old.order_id, old.type, old.fields, old.template_version, old.agreement_no, old.content_sha256, old.verify_code, old.cleared_at)
     is distinct from
     (new.order_id, new.type, new.fields, new.template_version, new.agreement_no, new.content_sha256, new.verify_code, new.cleared_at)
  then raise exception 'agreement %: what was made is not changed', old.id; end if;
  if old.pdf_sha256 is not null and
     (old.pdf_id, old.pdf_path, old.pdf_sha256) is distinct from (new.pdf_id, new.pdf_path, new.pdf_sha256)
  then raise exception 'agreement %: what was printed is not changed', old.id; end if;
  -- The handwriting may be sealed under another key; sign_sha256 says whether it is the same.
  if old.signed_at is not null and
     (old.signed_at, old.sign_way, old.signer_ip, old.signer_agent, old.signer_phone_mask, old.sign_facts, old.sign_sha256)
     is distinct from
     (new.signed_at, new.sign_way, new.signer_ip, new.signer_agent, new.signer_phone_mask, new.sign_facts, new.sign_sha256)
  then raise exception 'agreement %: what was signed is not changed', old.id; end if;
  if old.signed_sha256 is not null and
     (old.signed_id, old.signed_path, old.signed_sha256, old.certificate_id)
     is distinct from
     (new.signed_id, new.signed_path, new.signed_sha256, new.certificate_id)
  then raise exception 'agreement %: its signed file is not changed', old.id; end if;
  return new;
end $$;
create trigger agreement_fixed before update on agreement for each row execute function agreement_fixed();

-- What whoever holds a paper may know of it: whether it is the one, never what it says.
create function agreement_by_code(code text)
  returns table (merchant text, agreement_no text, type smallint, status smallint, created_at timestamptz, signed_at timestamptz,
    content_sha256 bytea, pdf_sha256 bytea, signed_sha256 bytea, self_issued boolean)
  language sql stable security definer set search_path = public as $$
  select m.name, a.agreement_no, a.type, a.status, a.created_at, a.signed_at, a.content_sha256, a.pdf_sha256, a.signed_sha256,
      c.self_issued
    from agreement a
      join merchant m on m.id = a.merchant_id
      left join merchant_certificate c on c.merchant_id = a.merchant_id and c.id = a.certificate_id
   where a.verify_code = code
$$;
alter function agreement_by_code(text) owner to definer;
revoke all on function agreement_by_code(text) from public;
grant execute on function agreement_by_code(text) to gate;

create function tell_of_order() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids, account_ids)
  values (new.merchant_id, 'order.changed', new.id,
    jsonb_build_object('orderId', new.id::text, 'orderKind', new.order_kind, 'status', new.status, 'version', new.version,
      'was', case when tg_op = 'UPDATE' then old.status end),
    array[new.store_id, new.return_store_id],
    array_append(array(select t.account_id from driver_task t
      where t.merchant_id = new.merchant_id and t.order_id = new.id and t.status < {driverTaskStatus.cancelled}), new.created_by))
  on conflict (merchant_id, xid, type, ref) do update
    set data = excluded.data || jsonb_build_object('was', event.data -> 'was'), store_ids = excluded.store_ids,
      account_ids = excluded.account_ids;
  return null;
end $$;
alter function tell_of_order() owner to definer;
revoke all on function tell_of_order() from public;
create trigger told after insert or update on "order" for each row execute function tell_of_order();

-- What an employee who is gone had still to do waits for another: the counter 待改派 reads differently.
create function tell_of_reassign() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data)
  select new.merchant_id, 'todo.changed', 'account/' || new.id, '{"codes": ["reassign", "ticketReassign"]}'
   where exists (select from driver_task t where t.merchant_id = new.merchant_id and t.account_id = new.id and t.status in ({driverTaskStatus.waiting}, {driverTaskStatus.running}))
      or exists (select from ticket t where t.merchant_id = new.merchant_id and t.assignee_id = new.id)
  on conflict do nothing;
  return null;
end $$;
alter function tell_of_reassign() owner to definer;
create trigger told_reassign after update of status, deleted_at on account for each row
  when ((old.status, old.deleted_at) is distinct from (new.status, new.deleted_at)) execute function tell_of_reassign();

-- 72 hours after it was sent.
create function timer_due_agreementexpiry(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select a.merchant_id, a.id from agreement a
   where a.status = {agreementStatus.waiting} and a.expire_at <= now_at and a.id > after_id order by a.id limit most
$$;
alter function timer_due_agreementexpiry(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_agreementexpiry(timestamptz,bigint,int) from public;

create function timer_due_agreementprint(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select a.merchant_id, a.id from agreement a where a.print_at <= now_at and a.id > after_id order by a.id limit most
$$;
alter function timer_due_agreementprint(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_agreementprint(timestamptz,bigint,int) from public;

-- As 0520, said in the order of that index.
create function timer_due_instalment(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select distinct on (i.order_id) i.merchant_id, i.order_id from instalment i
   where i.order_id > after_id
     and i.status in ({instalmentStatus.notDue}, {instalmentStatus.due}, {instalmentStatus.partlyPaid}, {instalmentStatus.overdue})
     and i.due_on <= (now_at at time zone 'Asia/Shanghai')::date
     and (i.status <> {instalmentStatus.due} and i.billed_fen < i.amount_fen
       or i.status in ({instalmentStatus.due}, {instalmentStatus.partlyPaid}) and i.due_on < (now_at at time zone 'Asia/Shanghai')::date)
   order by i.order_id limit most
$$;
alter function timer_due_instalment(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_instalment(timestamptz,bigint,int) from public;

-- Renewals that were not paid within their payment time; they lapse.
create function timer_due_renewaltimeout(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select r.merchant_id, r.id from renewal r
   where r.status = {renewalStatus.waitingPayment} and r.pay_deadline <= now_at and r.id > after_id order by r.id limit most
$$;
alter function timer_due_renewaltimeout(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_renewaltimeout(timestamptz,bigint,int) from public;

-- A driver may take a car to its customer from two hours before the planned time, whenever they begin its record; a delivery that nobody
-- began counts for half a day. One who collects a car brings it home within two hours of its return.
create function keep_driver_use(task driver_task) returns void language sql security definer set search_path = public as $$
  select keep_vehicle_use(task.merchant_id, {vehicleUse.drive}, task.id,
      case when task.started_at is not null or task.type = {driverTaskType.deliver} and task.status <> {driverTaskStatus.cancelled}
        then coalesce(task.vehicle_id, o.vehicle_id) end,
      case when task.type = {driverTaskType.deliver} then least(task.started_at, task.plan_at - interval '2 hours') else task.started_at end,
      case when task.type = {driverTaskType.collect} and task.status = {driverTaskStatus.done} then task.ended_at + interval '2 hours'
        else coalesce(task.ended_at, case when task.started_at is null then task.plan_at + interval '12 hours' end) end,
      task.plan_at, task.order_id, null, task.account_id)
    from "order" o where o.merchant_id = task.merchant_id and o.id = task.order_id
$$;
alter function keep_driver_use(driver_task) owner to definer;
revoke all on function keep_driver_use(driver_task) from public;

create function task_uses_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform keep_driver_use(new);
  return null;
end $$;
alter function task_uses_vehicle() owner to definer;
revoke all on function task_uses_vehicle() from public;
create trigger uses_vehicle after insert or update on driver_task for each row execute function task_uses_vehicle();

-- Another car for an order is another car for its driver.
create function order_tells_driver() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform keep_driver_use(k) from driver_task k
   where k.merchant_id = new.merchant_id and k.order_id = new.id and k.vehicle_id is null;
  return null;
end $$;
alter function order_tells_driver() owner to definer;
revoke all on function order_tells_driver() from public;
create trigger tells_driver after update of vehicle_id on "order" for each row
  when (old.vehicle_id is distinct from new.vehicle_id) execute function order_tells_driver();

-- Within a day of what is signed, or of the pickup where that came first.
create function stretch_begins() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Of the car before, the end is another now than was filed.
  update lease_filing set status = {leaseFilingStatus.open}, change = {leaseChange.swapped}, due_at = app_now() + interval '24 hours',
      version = version + 1, updated_at = app_now()
    where merchant_id = new.merchant_id and order_id = new.order_id and status = {leaseFilingStatus.filed};
  insert into lease_filing (merchant_id, assignment_id, order_id, vehicle_id, store_id, from_at, to_at, due_at)
  select new.merchant_id, new.id, new.order_id, new.vehicle_id, o.store_id, new.from_at, greatest(o.return_at, new.from_at),
      least(new.from_at, coalesce((select min(a.signed_at) from agreement a where a.merchant_id = o.merchant_id and a.order_id = o.id
        and a.signed_at is not null), new.from_at)) + interval '24 hours'
    from "order" o join merchant m on m.id = o.merchant_id
      join vehicle v on v.merchant_id = o.merchant_id and v.id = new.vehicle_id
    where o.merchant_id = new.merchant_id and o.id = new.order_id and v.use_nature = {useNature.rental}
      and (m.settings ->> 'leaseFiling')::boolean is true;
  return null;
end $$;
alter function stretch_begins() owner to definer;
create trigger stretch_begins after insert on vehicle_assignment for each row when (not new.void) execute function stretch_begins();

create function stretch_changes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.void then
    update lease_filing set
        status = case status when {leaseFilingStatus.filed} then {leaseFilingStatus.open} else {leaseFilingStatus.withdrawn} end,
        change = case status when {leaseFilingStatus.filed} then {leaseChange.undone} else change end,
        due_at = case status when {leaseFilingStatus.filed} then app_now() + interval '24 hours' else due_at end,
        version = version + 1, updated_at = app_now()
      where merchant_id = new.merchant_id and assignment_id = new.id and status <> {leaseFilingStatus.withdrawn};
  elsif new.to_at is not null then
    update lease_filing set to_at = new.to_at, version = version + 1, updated_at = app_now()
      where merchant_id = new.merchant_id and assignment_id = new.id and to_at <> new.to_at;
  else
    -- A swap or a return that was none: the car is out again, as long as was agreed.
    update lease_filing l set to_at = greatest(o.return_at, l.from_at),
        status = case l.status when {leaseFilingStatus.filed} then {leaseFilingStatus.open} else l.status end,
        change = case l.status when {leaseFilingStatus.filed} then {leaseChange.term} else l.change end,
        due_at = case l.status when {leaseFilingStatus.filed} then app_now() + interval '24 hours' else l.due_at end,
        version = l.version + 1, updated_at = app_now()
      from "order" o where o.merchant_id = new.merchant_id and o.id = new.order_id
        and l.merchant_id = new.merchant_id and l.assignment_id = new.id and l.to_at <> greatest(o.return_at, l.from_at);
  end if;
  return null;
end $$;
alter function stretch_changes() owner to definer;
create trigger stretch_changes after update on vehicle_assignment for each row
  when (old.void is distinct from new.void or old.to_at is distinct from new.to_at) execute function stretch_changes();

-- A rental that is made longer, or shorter, while its car is out.
create function lease_moves() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update lease_filing l set to_at = greatest(new.return_at, l.from_at),
      status = case l.status when {leaseFilingStatus.filed} then {leaseFilingStatus.open} else l.status end,
      change = case l.status when {leaseFilingStatus.filed} then {leaseChange.term} else l.change end,
      due_at = case l.status when {leaseFilingStatus.filed} then app_now() + interval '24 hours' else l.due_at end,
      version = l.version + 1, updated_at = app_now()
    from vehicle_assignment a
    where l.merchant_id = new.merchant_id and l.order_id = new.id and l.status <> {leaseFilingStatus.withdrawn}
      and a.merchant_id = l.merchant_id and a.id = l.assignment_id and a.to_at is null and not a.void;
  return null;
end $$;
alter function lease_moves() owner to definer;
create trigger lease_moves after update of return_at on "order" for each row
  when (old.return_at is distinct from new.return_at and new.status = {orderStatus.pickedUp}) execute function lease_moves();

-- Customers who wait at the car and of whom somebody is to be told: after ten, twenty and thirty minutes.
create function timer_due_selfcheck(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select v.merchant_id, v.id from self_visit v
   where v.id > after_id and v.status = {selfStatus.waiting} and v.told_minutes < 30
     and v.handed_in_at <= now_at - (v.told_minutes + 10) * interval '1 minute'
   order by v.id limit most
$$;
alter function timer_due_selfcheck(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_selfcheck(timestamptz,bigint,int) from public;

-- Orders by the customer alone whose link goes along with the reminder, once for each handover: the next half day of them.
create function timer_due_selflink(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select o.merchant_id, o.id from "order" o
   where o.id > after_id and o.self_service
     and ((o.status = {orderStatus.arranged} and o.pickup_at > now_at and o.pickup_at <= now_at + interval '13 hours'
           and not exists (select from self_visit v where v.merchant_id = o.merchant_id and v.order_id = o.id and v.type = {handoverType.pickup}))
       or (o.status = {orderStatus.pickedUp} and o.return_at > now_at and o.return_at <= now_at + interval '13 hours'
           and not exists (select from self_visit v where v.merchant_id = o.merchant_id and v.order_id = o.id and v.type = {handoverType.return})))
   order by o.id limit most
$$;
alter function timer_due_selflink(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_selflink(timestamptz,bigint,int) from public;

create function tell_of_damage() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.created_at);
  return null;
end $$;
alter function tell_of_damage() owner to definer;
revoke all on function tell_of_damage() from public;
create trigger told_figures after insert or update of created_at on damage_order for each row execute function tell_of_damage();

create function tell_of_violation() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.order_id is not null then
    perform tell_of_figures(new.merchant_id, 'order', new.order_id, new.occur_at);
  end if;
  if tg_op = 'UPDATE' and old.order_id is not null then
    perform tell_of_figures(new.merchant_id, 'order', old.order_id, old.occur_at);
  end if;
  return null;
end $$;
alter function tell_of_violation() owner to definer;
revoke all on function tell_of_violation() from public;
create trigger told_figures_new after insert on violation for each row when (new.order_id is not null) execute function tell_of_violation();
create trigger told_figures after update of order_id, occur_at, status on violation for each row
  when ((old.order_id, old.occur_at, old.status = {violationStatus.void}) is distinct from (new.order_id, new.occur_at, new.status = {violationStatus.void}))
  execute function tell_of_violation();

create function notify_channel_of_renewal() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform notify_channel(o, o.status, new.id) from "order" o
    where o.merchant_id = new.merchant_id and o.id = new.order_id and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
alter function notify_channel_of_renewal() owner to definer;
revoke all on function notify_channel_of_renewal() from public;
create trigger notify_channel_new after insert on renewal for each row
  when (new.status = {renewalStatus.effective}) execute function notify_channel_of_renewal();
create trigger notify_channel after update of status on renewal for each row
  when (new.status = {renewalStatus.effective} and old.status <> new.status) execute function notify_channel_of_renewal();

-- A void violation is withdrawn for the platform, like one that belongs to another order; its fine may be unknown.
create function notify_channel_of_violation() returns trigger language plpgsql security definer set search_path = public as $$
declare about jsonb := jsonb_build_object('violationId', new.id::text, 'occurAt', epoch_ms(new.occur_at), 'act', new.act, 'points', new.points,
  'fineFen', new.fine_fen);
begin
  perform notify_channel(o, o.status, null, new.id,
      about || jsonb_build_object('withdrawn', o.id is distinct from new.order_id or new.status = {violationStatus.void})) from "order" o
    where o.merchant_id = new.merchant_id and o.id in (new.order_id, case when tg_op = 'UPDATE' then old.order_id end)
      and o.source <> {source.offline} and o.channel_order_no is not null;
  return null;
end $$;
alter function notify_channel_of_violation() owner to definer;
revoke all on function notify_channel_of_violation() from public;
create trigger notify_channel_new after insert on violation for each row
  when (new.order_id is not null) execute function notify_channel_of_violation();
create trigger notify_channel after update on violation for each row
  when ((old.order_id, old.act, old.points, old.fine_fen, old.occur_at) is distinct from (new.order_id, new.act, new.points, new.fine_fen, new.occur_at)
    and (old.order_id is not null or new.order_id is not null))
  execute function notify_channel_of_violation();
create trigger notify_channel_void after update of status on violation for each row
  when ((old.status = {violationStatus.void}) <> (new.status = {violationStatus.void}) and new.order_id is not null and old.order_id = new.order_id)
  execute function notify_channel_of_violation();

-- What the merchant bears of a fine that it paid: what was never charged to a customer, and what of a charge was refunded or waived
-- (refundShares and waivedShares of the domain: a refund takes the fees first, a waiver the fine).
create function fine_cost(f violation_fine) returns jsonb language sql stable set search_path = public as $$
  select case when b.fen = 0 or f.taken_back_at is not null then '[]'
      else jsonb_build_array(jsonb_build_object('day', (f.created_at at time zone 'Asia/Shanghai')::date, 'fen', b.fen)) end
    from (select f.borne_fen + coalesce((select greatest(c.refunded_fen - c.payable_fen + c.passed_fen, 0) + least(c.withdrawn_fen, c.passed_fen)
      from claim c where c.merchant_id = f.merchant_id and c.id = f.violation_id), 0) as fen) b
$$;

create function fine_cost_follows() returns trigger language plpgsql set search_path = public as $$
declare
  f violation_fine;
  car bigint;
begin
  for f in select * from violation_fine o where o.merchant_id = new.merchant_id
    and case tg_table_name when 'violation_fine' then o.id = new.id else o.violation_id = new.id end
  loop
    car := (select i.vehicle_id from violation i where i.merchant_id = f.merchant_id and i.id = f.violation_id);
    continue when car is null;
    perform vehicle_cost_follows(f.merchant_id, {costSource.violation}::smallint, f.id, car, {costKind.violation}::smallint, fine_cost(f));
  end loop;
  return null;
end $$;
create trigger costs_new after insert on violation_fine for each row when (new.borne_fen <> 0) execute function fine_cost_follows();
create trigger costs after update on violation_fine for each row
  when ((old.borne_fen, old.taken_back_at is null) is distinct from (new.borne_fen, new.taken_back_at is null)) execute function fine_cost_follows();
create trigger costs after update on violation for each row when (old.vehicle_id is distinct from new.vehicle_id) execute function fine_cost_follows();
create trigger costs after update on claim for each row
  when (new.kind = 'violation' and (old.refunded_fen, old.withdrawn_fen, old.passed_fen) is distinct from (new.refunded_fen, new.withdrawn_fen, new.passed_fen))
  execute function fine_cost_follows();

-- Customers without an order, and those who lose one, are in no event about an order.
create function tell_of_customer() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'person' then
    perform tell_of_figures(new.merchant_id, 'person', new.id, app_now());
  else
    perform tell_of_figures(new.merchant_id, 'person', old.renter_id, app_now());
  end if;
  return null;
end $$;
alter function tell_of_customer() owner to definer;
revoke all on function tell_of_customer() from public;
create trigger told_figures after insert or update of tags, erased_at on person for each row execute function tell_of_customer();
create trigger told_customer after update of renter_id on "order" for each row
  when (old.renter_id is not null and old.renter_id is distinct from new.renter_id) execute function tell_of_customer();

-- The merchant pays the provider for every line, whoever bears it in the end: each line is a cost of its car. What a customer is charged
-- for it is income of the order (journal 11, service income), so that both count once and the car earns nothing by it.
create function toll_cost_follows() returns trigger language plpgsql set search_path = public as $$
begin
  perform vehicle_cost_follows(new.merchant_id, {costSource.toll}::smallint, new.id, new.vehicle_id,
    (case new.kind when {tollKind.toll} then {costKind.toll} when {tollKind.parking} then {costKind.parking} else {costKind.charging} end)::smallint,
    case when new.status = {tollStatus.void} then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('day', (new.out_at at time zone 'Asia/Shanghai')::date, 'fen', new.fen)) end);
  return null;
end $$;
create trigger costs_new after insert on toll_line for each row when (new.vehicle_id is not null) execute function toll_cost_follows();
create trigger costs after update on toll_line for each row
  when (new.vehicle_id is not null and (old.vehicle_id is null or (old.status = {tollStatus.void}) <> (new.status = {tollStatus.void})))
  execute function toll_cost_follows();

create policy scope on pending_work as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor()) or subject = 'ticket'
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(subject_id, store_id, return_store_id, created_by) end
    when 'channel' then subject = 'order' and sees_order(subject_id)
    when 'phone' then subject = 'order' and sees_order(subject_id)
    else is_own_order(subject_id, store_id, return_store_id, created_by)
  end);

-- Who sees own orders only: a row that somebody else made is passed over by that alone, before its stores are compared. Those who
-- drive have the stores compared before the function, which begins a statement of its own; their few rows read the setting as
-- they are, so that nobody's plan begins with one value more.
-- A customer who proved a phone sees the orders whose contact has it, by their ids (`is_own_order`): a policy that named the phone would have
-- the table read by every scan of an index alone.
-- A key of the open API sees the orders of its channel, and through them their parts, whatever a statement filters by. The
-- indexes of lists include the source, so that this reads no row of the table.
create policy scope on "order" as restrictive to tenant using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor())
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(id, store_id, return_store_id, created_by) end
    when 'channel' then source = current_setting('app.channel')::smallint
    else is_own_order(id, store_id, return_store_id, created_by)
  end);

-- What tables of lower modules refer to.
alter table "order" add foreign key (merchant_id, company_id) references company (merchant_id, id);
alter table ticket add foreign key (merchant_id, damage_id) references damage_order (merchant_id, id);
