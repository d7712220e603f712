-- Whoever may not do something asks a colleague who may: one open request for each act on each record.
create table referral (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  subject text not null check (subject in ('order', 'ticket', 'violation')),
  subject_id bigint not null,
  act text not null,
  note text not null default '',
  store_id bigint not null,
  return_store_id bigint not null,
  told_ids bigint[] not null,
  created_by bigint not null default actor(),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ended_by bigint,
  primary key (merchant_id, id),
  check ((ended_at is null) = (ended_by is null))
);
comment on table referral is 'Requests to colleagues for an act that the requester may not do; an open one is pending work of all who may';
comment on column referral.act is 'The permission that the act needs';
comment on column referral.store_id is 'As in table pending_work; 0 without a store';
comment on column referral.told_ids is 'The accounts that were notified';
select tenant_table('referral');
create unique index referral_open on referral (merchant_id, subject, subject_id, act) where ended_at is null;
create index referral_asked on referral (merchant_id, created_by, created_at);

alter table pending_work drop constraint pending_work_subject_check,
  add check (subject in ('order', 'ticket', 'violation', 'referral'));
comment on column pending_work.order_kind is 'Kind of the order, or of the ticket; of a violation 0; of a referral the id of the permission that it needs';
