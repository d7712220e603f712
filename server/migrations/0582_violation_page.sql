-- A customer sees to a violation on a page of their own: pictures they put there, handed in for staff to look at, and why those were no proof.
alter table violation
  add column sent_ids bigint[] not null default '{}' check (cardinality(sent_ids) <= 9),
  add column handed_in_at timestamptz,
  add column refused_why text not null default '' check (length(refused_why) <= 200);
comment on column violation.sent_ids is 'Pictures by the customer; what staff accept of them becomes proof';
comment on column violation.handed_in_at is 'What the customer sent waits for staff since; null: nothing does';
comment on column violation.refused_why is 'Why what was handed in last is no proof';
drop index violation_deadline;
create index violation_deadline on violation (merchant_id, deadline_at) where status = {violationStatus.byCustomer} and handed_in_at is null;
