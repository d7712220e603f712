-- What customers agreed to and withdrew, what they asked for, and orders that are kept for a case (operations.md §15).
create table person_consent (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  person_id bigint not null,
  kind smallint not null check (kind between 1 and 2),
  text_version text not null default '',
  at timestamptz not null default app_now(),
  way smallint not null check (way between 1 and 3),
  given_to bigint not null default actor(),
  withdrawn_at timestamptz,
  withdrawn_way smallint check (withdrawn_way between 1 and 3),
  withdrawn_to bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, person_id) references person (merchant_id, id),
  check ((withdrawn_at is null) = (withdrawn_way is null) and (withdrawn_at is null) = (withdrawn_to is null))
);
comment on table person_consent is 'kind 1 留存证件照片 2 拍摄人脸; way 1 柜台当面 2 电话 3 书面; text_version ''''  from before texts had versions';
create unique index person_consent_live on person_consent (merchant_id, person_id, kind) where withdrawn_at is null;
create index person_consent_person on person_consent (merchant_id, person_id, id);
select tenant_table('person_consent');
-- Until now one moment stood for both.
insert into person_consent (merchant_id, person_id, kind, at, way, given_to)
  select merchant_id, id, 1, consent_at, 1, created_by from person where consent_at is not null
  union all
  select merchant_id, id, 2, consent_at, 1, created_by from person where consent_at is not null and face_photo_id is not null;

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
create unique index person_request_open on person_request (merchant_id, person_id, kind) where status = 0;
create index person_request_person on person_request (merchant_id, person_id, id);
create index person_request_due on person_request (merchant_id, due_at, id) where status = 0;
select tenant_table('person_request');

-- An order that a case, an insurer or the police still needs, with all that hangs on it.
create table legal_hold (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  lifted_at timestamptz,
  lifted_by bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create unique index legal_hold_live on legal_hold (merchant_id, order_id) where lifted_at is null;
create index legal_hold_order on legal_hold (merchant_id, order_id);
select tenant_table('legal_hold');

alter table person add column erased_at timestamptz;
-- Few orders name others who drive; `any` of an array is no condition of an index under policies.
create index order_codrivers on "order" (merchant_id, id) where codriver_ids <> '{}';

-- Orders of which nothing is open, with the moment that their data is kept from. The one place that says so: what waits for
-- money, a deposit, a refund or a case is not among them.
create view order_over with (security_invoker = true) as
  select o.merchant_id, o.id as order_id,
      case o.status when 6 then greatest(o.actual_return_at, o.settled_at) else coalesce(o.cancelled_at, o.updated_at) end as over_at
    from "order" o
   where (o.status = 6 and o.settle_status = 2 or o.status = 8) and o.owed_fen <= 0 and o.held_deposit_fen = 0
     and o.refund_wait is null
     and not exists (select from legal_hold h where h.merchant_id = o.merchant_id and h.order_id = o.id and h.lifted_at is null);
alter view order_over owner to app_owner;
grant select on order_over to tenant, definer;
comment on view order_over is 'orders of which nothing is open, and since when; drafts that were dropped are among them';

-- Customers of whom nothing is open, since the end of their last order, or since their file was last written. For work over
-- all of them: it reads every order.
create view person_over with (security_invoker = true) as
  select p.merchant_id, p.id as person_id, coalesce(s.over_at, p.updated_at) as over_at
    from person p
      left join (select d.person_id, max(v.over_at) as over_at, bool_or(v.order_id is null) as open
         from "order" o
           left join order_over v on v.merchant_id = o.merchant_id and v.order_id = o.id
           cross join lateral unnest(o.codriver_ids || o.renter_id) d(person_id)
        where o.status > 0 group by d.person_id) s on s.person_id = p.id
   where s.open is not true;
alter view person_over owner to app_owner;
grant select on person_over to tenant;
