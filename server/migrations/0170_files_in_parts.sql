-- A file over 8 MB comes in parts, which survive a lost connection. What came of it is known by its parts until it is whole.
alter table media add column upload_key text;
comment on column media.upload_key is 'what its uploader calls it while it comes in parts';
alter table media add column parts int;
comment on column media.parts is 'in how many parts it lies; null for one that is opened whole';
alter table media add column duration_s int;
create unique index media_upload on media (merchant_id, uploader_id, upload_key) where upload_key is not null;
create index media_unfinished on media (created_at) where state = 0;

create table media_part (
  merchant_id bigint not null default merchant(),
  media_id bigint not null,
  no int not null,
  sha256 bytea not null,
  primary key (merchant_id, media_id, no),
  foreign key (merchant_id, media_id) references media (merchant_id, id)
);
select tenant_table('media_part');
