-- Customers who are recognised inside WeChat on the booking page of a merchant.

create table site_wechat (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  mobile_hash bytea not null,
  mobile_enc bytea not null,
  openid_hash bytea not null,
  openid_enc bytea not null,
  reminders boolean not null default true,
  created_at timestamptz not null default app_now(),
  proved_at timestamptz not null,
  primary key (merchant_id, id)
);
comment on table site_wechat is 'A customer whom the booking page recognises inside WeChat: the mobile that they proved by SMS, and their id in the service account';
comment on column site_wechat.openid_hash is 'Of the account and the id, so that ids of another account are nobody';
comment on column site_wechat.reminders is 'Whether reminders go to WeChat instead of SMS';
comment on column site_wechat.proved_at is 'When the code by SMS was typed; the recognition ends some months later';
create unique index site_wechat_mobile on site_wechat (merchant_id, mobile_hash);
create index site_wechat_openid on site_wechat (merchant_id, openid_hash);
create index site_wechat_age on site_wechat (proved_at);
select tenant_table('site_wechat', 'insert, update, delete');
grant update (mobile_enc, openid_enc), delete on site_wechat to definer;

create function purge_site_wechat(before timestamptz) returns void language sql security definer set search_path = public as $$
  delete from site_wechat where proved_at < before
$$;
alter function purge_site_wechat(timestamptz) owner to definer;
revoke all on function purge_site_wechat(timestamptz) from public;
grant execute on function purge_site_wechat(timestamptz) to gate;
grant execute on function purge_site_wechat(timestamptz) to cheyi_jobs;

-- A session that WeChat opened proves the mobile as of the code that was typed then, not as of now.
alter table site_session add column proved_at timestamptz;
comment on column site_session.proved_at is 'When the mobile was proved by SMS; null: when the session began';

-- The ticket by which pages set their share card, the same for all processes.
create table wechat_ticket (
  app_id text primary key,
  ticket_enc bytea,
  until timestamptz,
  asked_at timestamptz not null
);
comment on table wechat_ticket is 'The jsapi_ticket of the service account: one process asks WeChat for a new one, all use it. Outside policy: read by role gate only';
alter table wechat_ticket owner to app_owner;
grant select, insert, update on wechat_ticket to gate;
grant select, insert, update on wechat_ticket to cheyi_web;
grant select on wechat_ticket to definer;
grant update (ticket_enc) on wechat_ticket to definer;
