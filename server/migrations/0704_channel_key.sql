-- Keys by which platforms come in at the open door. Secrets are sealed under the merchant's data key.
create table channel_key (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  -- Public: what a platform says it is. Random, so that no two are the same.
  app_key text not null check (app_key ~ '^[0-9a-z]{24}$'),
  name text not null,
  secret_enc bytea not null,
  secret_tail text not null,
  -- The one before, until its time is over.
  old_secret_enc bytea,
  old_until timestamptz,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['catalog', 'stock', 'price', 'order', 'events']),
  -- Addresses and nets that it may come from; none: any.
  ips text[] not null default '{}',
  enabled boolean not null default true,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Rises with whatever changes of it: what was judged by an older one is judged anew.
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, source) references merchant_channel,
  check ((old_secret_enc is null) = (old_until is null))
);
comment on table channel_key is 'Keys of channels at the open door (domain channel/open-key.ts)';
create index channel_key_app on channel_key (app_key);
create index channel_key_source on channel_key (merchant_id, source, id);
select tenant_table('channel_key'), guard_reach('channel_key', 'whole');
grant update (last_used_at) on channel_key to definer;

-- What was said once, of all keys, for longer than any timestamp is taken.
create table open_nonce (
  key_id bigint not null,
  nonce text not null,
  until_at timestamptz not null,
  primary key (key_id, nonce)
);
comment on table open_nonce is 'Nonces of signed requests, for all servers; reached through functions alone';
alter table open_nonce owner to app_owner;
grant select, insert, delete on open_nonce to definer;
create index open_nonce_until on open_nonce (until_at);

create function channel_key_of(asked text) returns table (merchant_id bigint, id bigint, source smallint, secret_enc bytea, old_secret_enc bytea,
    old_until timestamptz, scopes text[], ips text[], version int, merchant_status smallint)
  language sql stable security definer set search_path = public as $$
  select k.merchant_id, k.id, k.source, k.secret_enc, k.old_secret_enc, k.old_until, k.scopes, k.ips, k.version, m.status
    from channel_key k join merchant m on m.id = k.merchant_id
   where k.app_key = asked and k.enabled and k.revoked_at is null
$$;
alter function channel_key_of(text) owner to definer;
revoke all on function channel_key_of(text) from public;
grant execute on function channel_key_of(text) to gate;

-- 'new' once; 'seen' for every repeat; 'gone' where the key is no more what the signature was judged by. Its last use is kept by the minute.
create function take_open_nonce(key bigint, judged int, said text, until timestamptz, now_at timestamptz) returns text
  language plpgsql security definer set search_path = public as $$
declare k record;
begin
  select c.merchant_id, c.last_used_at into k from channel_key c
   where c.id = key and c.version = judged and c.enabled and c.revoked_at is null;
  if not found then return 'gone'; end if;
  insert into open_nonce (key_id, nonce, until_at) values (key, said, until) on conflict do nothing;
  if not found then return 'seen'; end if;
  if k.last_used_at is null or k.last_used_at < now_at - interval '1 minute' then
    update channel_key c set last_used_at = now_at where c.merchant_id = k.merchant_id and c.id = key;
  end if;
  return 'new';
end $$;
alter function take_open_nonce(bigint, int, text, timestamptz, timestamptz) owner to definer;
revoke all on function take_open_nonce(bigint, int, text, timestamptz, timestamptz) from public;
grant execute on function take_open_nonce(bigint, int, text, timestamptz, timestamptz) to gate;

create function purge_open_nonces(now_at timestamptz) returns void language sql security definer set search_path = public as
  $$ delete from open_nonce where until_at < now_at $$;
alter function purge_open_nonces(timestamptz) owner to definer;
revoke all on function purge_open_nonces(timestamptz) from public;
grant execute on function purge_open_nonces(timestamptz) to gate;

