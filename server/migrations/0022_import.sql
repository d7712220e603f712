-- Spreadsheets to import: files that only the job of their uploader reads.
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check check (kind in ('image', 'video', 'pdf', 'table'));
create index media_table on media (merchant_id, created_at) where kind = 'table' and state = 2;
