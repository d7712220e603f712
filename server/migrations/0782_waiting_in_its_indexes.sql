-- Counters and the list of the day read subject, and who it is not for, from the rows: these indexes are from when all that waited were
-- orders. With both in them no row is looked at.
drop index pending_work_counted;
create index pending_work_counted on pending_work (merchant_id, kind, counts_from)
  include (subject, subject_id, order_kind, store_id, return_store_id, created_by, counts_until, counts_fen, except_id)
  where counts_from is not null;
drop index pending_work_listed;
create index pending_work_listed on pending_work (merchant_id, listed_from)
  include (subject, subject_id, kind, order_kind, store_id, return_store_id, created_by, due_at, promised_at, assignee_id, listed_fen, except_id)
  where listed_from is not null;
-- Whose pickup is on the list as a no-show, few at any time.
create index pending_work_no_show on pending_work (merchant_id, subject_id) where kind = 'noShow';
