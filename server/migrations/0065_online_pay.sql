-- Online money. A channel is a contract with a payment provider, of the merchant or of one store; its secrets are sealed.
create table pay_channel (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint,
  pay_way smallint not null check (pay_way in (1, 2)),
  app_id text not null,
  merchant_no text not null default '',
  key_enc bytea not null,
  key_serial text not null default '',
  provider_key text not null,
  provider_key_id text not null default '',
  secret_enc bytea,
  service_id text not null default '',
  fingerprint text not null,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  updated_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table pay_channel is 'pay_way 1 支付宝 2 微信; store_id null: of all stores that have none of their own. fingerprint: of the public half of key_enc';
create unique index pay_channel_place on pay_channel (merchant_id, pay_way, coalesce(store_id, 0));
select tenant_table('pay_channel');
grant update (key_enc, secret_enc) on pay_channel to definer;

alter table payment
  add column channel_id bigint,
  add column client text check (client in ('h5', 'qr')),
  add column link_url text,
  add column link_qr text,
  add column asked smallint not null default 0,
  add column asked_at timestamptz,
  add column ask_at timestamptz;
comment on column payment.client is 'what the link was made for: a phone''s browser (link_url) or a code to scan (link_qr)';
comment on column payment.asked is 'how often the provider was asked what became of it; asked_at: last; ask_at: when to ask again, null: not';
create index payment_ask on payment (ask_at) where ask_at is not null;
create index payment_due_out on payment (release_after)
  where direction = 'out' and pay_mode = 3 and status in (0, 3) and fail_count < 5;

-- What providers told, by their own number; what they did not sign is kept too.
create table pay_notice (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  channel_id bigint not null,
  provider_no text not null,
  out_no text,
  verdict text not null check (verdict in ('taken', 'unsigned', 'unknown', 'wrongAmount')),
  body_enc bytea not null,
  at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, channel_id) references pay_channel (merchant_id, id)
);
create unique index pay_notice_once on pay_notice (merchant_id, channel_id, provider_no);
select tenant_table('pay_notice', 'insert');
grant update (body_enc) on pay_notice to definer;

-- Whose a channel is that a provider names in the address it tells at.
create function merchant_of_channel(channel bigint) returns bigint language sql stable security definer set search_path = public as
  $$ select c.merchant_id from pay_channel c where c.id = channel $$;
alter function merchant_of_channel(bigint) owner to definer;
revoke all on function merchant_of_channel(bigint) from public;
grant execute on function merchant_of_channel(bigint) to gate;

create function timer_due_payquery(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from payment p where p.ask_at <= now_at and p.id > after_id order by p.id limit most
$$;
create function timer_due_moneyout(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select p.merchant_id, p.id from payment p
   where p.direction = 'out' and p.pay_mode = 3 and p.status in (0, 3) and p.fail_count < 5
     and p.release_after <= now_at and p.id > after_id order by p.id limit most
$$;
alter function timer_due_payquery(timestamptz, bigint, int) owner to definer;
alter function timer_due_moneyout(timestamptz, bigint, int) owner to definer;
revoke all on function timer_due_payquery(timestamptz, bigint, int), timer_due_moneyout(timestamptz, bigint, int) from public;
