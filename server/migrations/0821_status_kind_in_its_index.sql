-- After the migration that fills the column: in the same transaction the index would have both versions of each row.
drop index pending_work_counted;
create index pending_work_counted on pending_work (merchant_id, kind, counts_from)
  include (subject, subject_id, status_kind, order_kind, store_id, return_store_id, created_by, counts_until, counts_fen, except_id)
  where counts_from is not null;
