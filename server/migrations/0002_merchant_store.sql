-- The merchant, its stores, and what either has of its own: keys, certificate, stamp, working days.

create table merchant (
  id bigint default nextval('row_id') primary key,
  name text not null check (length(name) between 2 and 50),
  short_name text not null default '',
  licence_no text not null default '',
  contact_name text not null default '',
  city_code text not null default '',
  status smallint not null default 0 check (status between 0 and 3),
  expire_on date,
  settings jsonb not null default '{}',
  pay_settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  status_note text not null default '',
  status_at timestamptz not null default app_now(),
  logo_id bigint,
  licence_file_id bigint,
  rental_filing_no text not null default '',
  contact_mobile_enc bytea,
  district_code text not null default '',
  -- Partners whose people may sign in to this merchant.
  partners text[] not null default '{}'
);
comment on table merchant is '商家: a tenant. status 0 审核中 1 正常 2 停用 3 关闭';
comment on column merchant.status_note is 'Why it was refused or suspended, as its owner is told';
alter table merchant owner to app_owner;
alter table merchant enable row level security;
alter table merchant force row level security;
grant select on merchant to definer;
grant select, insert on merchant to gate;
grant select, update on merchant to tenant;
grant update (status, version, status_note, status_at, partners) on merchant to gate;
grant update (contact_mobile_enc) on merchant to definer;
create policy tenant on merchant to tenant, tenant_all, tenant_stores
  using (id = (select current_setting('app.merchant_id')::bigint));
create policy gate on merchant to gate, app_owner using (true) with check (true);

-- Data key and blind-index key of a merchant, wrapped by the installation key. Keys are renewed while servers run: a data key comes into
-- use a while after it was written, when every server knows it. The platform's own is a row like a merchant's, under 0.
create table merchant_key (
  merchant_id bigint not null,
  key_id smallint not null,
  wrapped bytea not null,
  created_at timestamptz not null default app_now(),
  used_from timestamptz not null default now(),
  primary key (merchant_id, key_id)
);
comment on table merchant_key is 'Data key and blind-index key (32 bytes each) of a merchant, 0 the platform, by id; wrapped by the installation key whose id is the first byte';
alter table merchant_key owner to app_owner;
grant select, insert, update, delete on merchant_key to definer;
grant select, insert on merchant_key to gate;

-- The company's certificate that signs its papers; the newest that is valid signs.
create table merchant_certificate (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  subject text not null,
  serial text not null,
  certificate bytea not null,
  key_enc bytea not null,
  self_issued boolean not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null default app_now(),
  -- A company's own certificate, issued by an authority: it signs before the one that the company issued to itself, until it
  -- ends or is retired.
  issuer text not null default '',
  -- The certificates above it, as they came with it, DER.
  chain bytea[] not null default '{}',
  retired_at timestamptz,
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
select tenant_table('merchant_certificate', 'insert');
grant update (key_enc) on merchant_certificate to definer;
grant update (retired_at) on merchant_certificate to tenant;

-- A picture of the company's own seal (公章, 合同专用章), printed where a paper is sealed instead of a drawn one. The newest that is not
-- retired is in use; what was printed with an earlier one stays as it is.
create table company_stamp (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  media_id bigint not null,
  retired_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
select tenant_table('company_stamp', 'insert');
grant update (retired_at) on company_stamp to tenant;

-- National holidays of a year as an operator brought them, over those of the package (decision 68): the newest row of a
-- year holds. Nothing of it is changed or deleted.
create table holiday_year (
  id bigint default nextval('row_id') primary key,
  year smallint not null check (year between 2000 and 2100),
  holidays jsonb not null,
  workdays jsonb not null,
  name text not null,
  note text not null,
  at timestamptz not null default app_now()
);
create index holiday_year_newest on holiday_year (year, id desc);
alter table holiday_year owner to app_owner;
grant select, insert on holiday_year to gate;
grant select on holiday_year to tenant;

-- New versions of the texts that users agree to, as an operator brought them, after the first one that is part of the
-- program (decision 87). Nothing of it is changed or deleted: the newest row of a type that is in effect holds.
create table legal_text (
  id bigint default nextval('row_id') primary key,
  type text not null check (type in ('privacy', 'service')),
  version text not null check (version ~ '^[0-9]{1,4}[.][0-9]{1,4}$'),
  updated_on date not null,
  effective_on date not null,
  passages jsonb not null,
  name text not null,
  note text not null,
  at timestamptz not null default app_now(),
  unique (type, version),
  check (effective_on > updated_on)
);
create index legal_text_newest on legal_text (type, id desc);
alter table legal_text owner to app_owner;
grant select, insert on legal_text to gate;

create table store (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 2 and 30),
  code text not null default '',
  status smallint not null default 1 check (status between 0 and 2),
  city_code text not null,
  city_name text not null default '',
  address text not null default '',
  lat double precision,
  lng double precision,
  phones text[] not null default '{}',
  manager_account_id bigint,
  hours jsonb not null default '[]',
  holidays jsonb not null default '[]',
  pickup_modes smallint[] not null default '{1,2,3}',
  return_modes smallint[] not null default '{1,2,3}',
  service_areas jsonb not null default '[]',
  min_lead_minutes int not null default 120 check (min_lead_minutes between 0 and 10080),
  max_advance_days int not null default 180 check (max_advance_days between 1 and 365),
  min_rent_hours int not null default 1 check (min_rent_hours between 1 and 720),
  max_rent_days int not null default 60 check (max_rent_days between 1 and 60),
  settings jsonb not null default '{}',
  allow_one_way boolean not null default true,
  one_way_stores bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  photo_ids bigint[] not null default '{}',
  -- A store may take money by ways of its own, and up to a limit of its own; what it has none of is the merchant's.
  pay_settings jsonb not null default '{}',
  primary key (merchant_id, id)
);
comment on column store.status is '1 营业 0 暂停 2 关闭';
comment on column store.one_way_stores is 'empty: any store of the same merchant that a fee row allows';
comment on column store.pay_settings is 'payWays: the ways of this store, limits.maxPayment: its largest single payment (fen); what is left out is the merchant''s (merchant.pay_settings)';
create unique index store_name on store (merchant_id, name) where status <> {storeStatus.closed};
select tenant_table('store');
grant select (merchant_id, status) on store to gate;
create policy gate on store for select to gate using (true);

-- Distances by road as the map service said them: it looks at the traffic, and a price that is asked for again stays the same. Places
-- are WGS-84, rounded to some ten metres: `121.3363,31.2979`.
create table road_distance (
  merchant_id bigint not null default merchant(),
  origin text not null check (length(origin) <= 20),
  destination text not null check (length(destination) <= 20),
  metres int not null check (metres >= 0),
  asked_at timestamptz not null default app_now(),
  primary key (merchant_id, origin, destination)
);
select tenant_table('road_distance', 'insert');
grant delete on road_distance to definer;

-- Merchants, for nightly work that goes merchant by merchant.
create function every_merchant() returns table (id bigint) language sql stable security definer set search_path = public as
  $$ select m.id from merchant m where m.status in ({merchantStatus.normal}, {merchantStatus.suspended}) order by m.id $$;
alter function every_merchant() owner to definer;
revoke all on function every_merchant() from public;
grant execute on function every_merchant() to gate;

select grant_as_tenant();
