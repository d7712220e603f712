-- needs: 0735
-- Offices tell of violations before they say what they cost: no amount is not an amount of 0.
alter table violation alter column fine_fen drop not null;
comment on column violation.fine_fen is 'Null: the office has not decided yet (待裁决)';

-- One number is one violation of one car, or of one minute: spreadsheets round long numbers, and several violations get the same.
create unique index violation_doc_plate on violation (merchant_id, doc_no, plate) where doc_no is not null and status <> {violationStatus.void};
create unique index violation_doc_minute on violation (merchant_id, doc_no, occur_at) where doc_no is not null and status <> {violationStatus.void};
drop index violation_doc;
