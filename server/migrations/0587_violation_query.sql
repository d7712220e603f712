-- When the provider of violations was asked about a car, and when it last told of all its plates: what is not there open then may be
-- relied on.
alter table daily_use drop constraint daily_use_question_check;
alter table daily_use add constraint daily_use_question_check
  check (question in ('readPaper', 'checkIdentity', 'readSign', 'checkLicence', 'queryViolation'));

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
