-- Requests of a channel and messages to it, from which the cause of a difference can be found. Bodies are sealed, because orders hold names.
create table channel_log (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  source smallint not null,
  outgoing boolean not null,
  -- Method and path of a request to us; type of a message to the channel.
  name text not null,
  channel_order_no text,
  -- Of a message about an order.
  event_id bigint,
  -- HTTP status; null: no answer came.
  status smallint,
  -- Our code of the answer to a request, or why no answer came to a message.
  code int,
  fault text not null default '',
  failed boolean not null,
  ms int not null,
  body_enc bytea,
  at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table channel_log is 'Requests of channels and messages to them, with their answers';
create index channel_log_source on channel_log (merchant_id, source, id);
create index channel_log_at on channel_log (at);
select tenant_table('channel_log', 'insert');
grant delete on channel_log to definer;

-- A dead letter is deleted with its age, too: a message of a month ago about an order is of no use.
create function purge_channel_history(before timestamptz) returns void language sql security definer set search_path = public as $$
  delete from channel_log where at < before;
  delete from channel_event where at < before and state >= {deliveryState.delivered};
$$;
alter function purge_channel_history(timestamptz) owner to definer;
revoke all on function purge_channel_history(timestamptz) from public;
grant execute on function purge_channel_history(timestamptz) to gate;
