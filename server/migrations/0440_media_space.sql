-- How many bytes of files a merchant keeps: those on their way by the size that was told, papers that the product made among
-- them, thumbnails not. The row is locked by whoever adds, until its commit: what is compared with the quota is the sum.
create table media_space (
  merchant_id bigint primary key default merchant(),
  bytes bigint not null
);
select tenant_table('media_space', '');
grant insert, update on media_space to definer;
create index media_unnamed on media (merchant_id, uploader_id) include (size_bytes)
  where linked_at is null and state in ({mediaState.uploading}, {mediaState.ready});

create function count_space() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    insert into media_space as s (merchant_id, bytes)
    select n.merchant_id, sum(n.size_bytes) from news n
      where n.state in ({mediaState.uploading}, {mediaState.ready}) group by n.merchant_id
    on conflict (merchant_id) do update set bytes = s.bytes + excluded.bytes;
  else
    insert into media_space as s (merchant_id, bytes)
    select c.merchant_id, sum(c.bytes) from (
        select merchant_id, size_bytes as bytes from news where state in ({mediaState.uploading}, {mediaState.ready})
        union all
        select merchant_id, -size_bytes from olds where state in ({mediaState.uploading}, {mediaState.ready})) c
      -- A record that names a file changes no size, and waits for nobody.
      group by c.merchant_id having sum(c.bytes) <> 0
    on conflict (merchant_id) do update set bytes = s.bytes + excluded.bytes;
  end if;
  return null;
end $$;
alter function count_space() owner to definer;
revoke all on function count_space() from public;
create trigger counted_new after insert on media referencing new table as news
  for each statement execute function count_space();
create trigger counted after update on media referencing old table as olds new table as news
  for each statement execute function count_space();

insert into media_space (merchant_id, bytes)
select merchant_id, sum(size_bytes) from media
  where state in ({mediaState.uploading}, {mediaState.ready}) group by merchant_id;
