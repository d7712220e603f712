-- A customer sees to a violation on a page of their own: pictures they put there, handed in for staff to look at, and why those were no proof.
alter table illegal
  add column sent_ids bigint[] not null default '{}' check (cardinality(sent_ids) <= 9),
  add column handed_in_at timestamptz,
  add column refused_why text not null default '' check (length(refused_why) <= 200);
comment on column illegal.sent_ids is 'Pictures by the customer; what staff accept of them becomes proof';
comment on column illegal.handed_in_at is 'What the customer sent waits for staff since; null: nothing does';
comment on column illegal.refused_why is 'Why what was handed in last is no proof';
drop index illegal_deadline;
create index illegal_deadline on illegal (merchant_id, deadline_at) where status = {illegalStatus.byCustomer} and handed_in_at is null;
