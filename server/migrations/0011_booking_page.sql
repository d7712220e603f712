-- Bookings of companies on the booking page of a merchant.

-- Who may book for a company there. A row is an invitation; taken back, it keeps the name and nothing by which the person is reached.
create table company_booker (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  company_id bigint not null,
  name text not null check (length(name) between 1 and 30),
  mobile_mask text not null,
  -- By which a proved mobile finds its invitations; the number itself is not kept.
  mobile_hash bytea,
  -- Last day on which the person may book; null: until it is taken back.
  until_on date,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, company_id) references company (merchant_id, id),
  check ((ended_at is null) = (mobile_hash is not null))
);
comment on table company_booker is 'People whom the merchant invited to book for a company on the booking page';
create unique index company_booker_mobile on company_booker (merchant_id, mobile_hash, company_id) where ended_at is null;
create index company_booker_of on company_booker (merchant_id, company_id, id);
select tenant_table('company_booker');
