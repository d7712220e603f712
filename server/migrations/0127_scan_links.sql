-- A page on another phone that adds files to one place of an order, for the account that made it: whoever has the link
-- sends and reads nothing. Only its hash is kept.
create table scan_link (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  token_hash bytea not null,
  order_id bigint not null,
  -- The kind of business that its files are for.
  purpose text not null,
  -- Files that were begun, taken or not.
  tries int not null default 0,
  expire_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index scan_link_hash on scan_link (token_hash);
create index scan_link_order on scan_link (merchant_id, order_id);
select tenant_table('scan_link');
select order_scoped('scan_link');
-- Who holds a link is known by it alone.
grant select on scan_link to gate;
create policy gate on scan_link for select to gate using (true);

alter table media add column scan_id bigint;
comment on column media.scan_id is 'the link by which it came';
create index media_scan on media (merchant_id, scan_id) where scan_id is not null;
