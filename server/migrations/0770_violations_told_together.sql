-- Violations of one customer that were told by one message are shown by one link: the number they share.
alter table violation add column notice_id bigint;
create index violation_notice on violation (merchant_id, notice_id) where notice_id is not null;
