-- Photos of customers come in smaller parts than films of staff.
alter table media add column part_bytes int;
comment on column media.part_bytes is 'bytes of each part but the last while it comes in parts; null: those of an upload by staff';
-- What a link sent is counted by its parts now.
comment on column link_token.tries is 'parts of files that were sent by the link, taken or not';
