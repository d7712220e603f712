-- A key of the open API sees the orders of its channel, and through them their parts, whatever a statement filters by.
alter policy scope on "order" using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor())
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(id, store_id, return_store_id, created_by) end
    when 'channel' then source = current_setting('app.channel')::smallint
    else is_own_order(id, store_id, return_store_id, created_by)
  end);

-- Its pending work, which the booking itself writes.
alter policy scope on pending_work using (
  case (select current_setting('app.scope'))
    when 'all' then true
    when 'stores' then store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
      or return_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
    when 'own' then case when created_by = (select actor()) or subject = 'ticket'
      then array[store_id, return_store_id] && (select current_setting('app.store_ids')::bigint[])::bigint[]
      else (select drives_any()) and array[store_id, return_store_id] && current_setting('app.store_ids')::bigint[]
        and is_own_order(subject_id, store_id, return_store_id, created_by) end
    when 'channel' then subject = 'order' and sees_order(subject_id)
    else is_own_order(subject_id, store_id, return_store_id, created_by)
  end);

-- A channel changes no setting of the merchant.
create or replace function guard_reach(name text, place text) returns void language plpgsql as $$
begin
  execute format('create or replace trigger within_reach before insert or update or delete on %I for each row '
    'when (current_setting(''app.scope'', true) in (''stores'', ''own'', ''link'', ''channel'')) execute function within_reach(%L)', name, place);
end $$;
select guard_reach(tgrelid::regclass::text, replace(encode(tgargs, 'escape'), '\000', '')) from pg_trigger where tgname = 'within_reach';

-- Its stores are those that are open to the channel.
drop function channel_key_of(text);
create function channel_key_of(asked text) returns table (merchant_id bigint, id bigint, source smallint, secret_enc bytea, old_secret_enc bytea,
    old_until timestamptz, scopes text[], ips text[], version int, merchant_status smallint, store_ids text[])
  language sql stable security definer set search_path = public as $$
  select k.merchant_id, k.id, k.source, k.secret_enc, k.old_secret_enc, k.old_until, k.scopes, k.ips, k.version, m.status,
      array(select p.store_id::text from channel_mapping p
             where p.merchant_id = k.merchant_id and p.source = k.source and p.store_id is not null and p.their_code is not null)
    from channel_key k join merchant m on m.id = k.merchant_id
   where k.app_key = asked and k.enabled and k.revoked_at is null
$$;
alter function channel_key_of(text) owner to definer;
revoke all on function channel_key_of(text) from public;
grant execute on function channel_key_of(text) to gate;
