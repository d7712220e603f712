-- A company's own certificate, issued by an authority: it signs before the one that the company issued to itself, until it
-- ends or is retired.
alter table merchant_certificate
  add column issuer text not null default '',
  -- The certificates above it, as they came with it, DER.
  add column chain bytea[] not null default '{}',
  add column retired_at timestamptz,
  add column created_by bigint not null default actor();
grant update (retired_at) on merchant_certificate to tenant;
