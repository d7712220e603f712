-- Customers take and return a car without staff: links of more purposes, a pass by a code, and what stands between them and staff.
alter table link_token drop constraint link_token_purpose_check;
alter table link_token add constraint link_token_purpose_check check (purpose in ('sign', 'pay', 'selfPickup', 'selfReturn', 'violation'));
-- Whoever proved to have the customer's phone goes on with a pass, of which the hash is kept; the next one takes its place.
alter table link_token add column pass_hash bytea;
alter table link_token add column pass_until timestamptz;
-- Files that were begun by the link, taken or not.
alter table link_token add column tries int not null default 0;
create index link_token_order on link_token (merchant_id, order_id, purpose) where revoked_at is null;

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
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table self_visit is 'type 0 取车 1 还车; status 1 办理中 2 待验车 3 已驳回 4 已通过 5 门店接管; reasons {place: why}';
create unique index self_visit_open on self_visit (merchant_id, order_id, type) where status in ({selfStatus.open}, {selfStatus.waiting}, {selfStatus.rejected});
create index self_visit_order on self_visit (merchant_id, order_id, type, id);
create index self_visit_waiting on self_visit (handed_in_at, id) where status = {selfStatus.waiting};
select tenant_table('self_visit');
select order_scoped('self_visit');

-- Where the keys of a car are, for whoever takes it without staff.
alter table vehicle add column key_note text not null default '' check (length(key_note) <= 100);

alter table sms_code drop constraint sms_code_scene_check;
alter table sms_code add constraint sms_code_scene_check check (scene in ('login', 'register', 'forgot', 'bind', 'cancel', 'stepup', 'sign', 'link'));

-- Customers who wait at the car and of whom somebody is to be told: after ten, twenty and thirty minutes.
create function timer_due_self_check(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select v.merchant_id, v.id from self_visit v
   where v.id > after_id and v.status = {selfStatus.waiting} and v.told_minutes < 30
     and v.handed_in_at <= now_at - (v.told_minutes + 10) * interval '1 minute'
   order by v.id limit most
$$;
alter function timer_due_self_check(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_self_check(timestamptz,bigint,int) from public;
