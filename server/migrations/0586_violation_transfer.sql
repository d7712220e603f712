-- A violation that is passed on to its renter (违法转移): when that was asked for, when the renter was told, until when they may object.
alter table violation add column transfer jsonb;
comment on column violation.transfer is '{appliedAt, toldAt, objectUntil, resultAt}, epoch ms; null: it was not passed on';
