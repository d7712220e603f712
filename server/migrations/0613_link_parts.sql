-- Photos of customers come in smaller parts than films of staff.
alter table media add column part_bytes int;
comment on column media.part_bytes is 'bytes of each part but the last while it comes in parts; null: those of an upload by staff';
comment on column link_token.tries is 'files, and parts of photos, that were sent by the link, taken or not';
