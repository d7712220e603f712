-- Companies that rent, with what was agreed with each: a credit limit, days to pay, and prices.
create table company (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 60),
  tax_no text not null default '' check (length(tax_no) <= 20),
  address text not null default '' check (length(address) <= 120),
  phone text not null default '' check (length(phone) <= 20),
  bank text not null default '' check (length(bank) <= 60),
  bank_account text not null default '' check (length(bank_account) <= 40),
  note text not null default '' check (length(note) <= 500),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  enabled boolean not null default true,
  credit_fen bigint check (credit_fen >= 0),
  pay_days smallint not null default 0 check (pay_days between 0 and 365),
  rate_bp int check (rate_bp between 1000 and 10000),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table company is 'Companies that rent from the merchant, for all its stores';
comment on column company.credit_fen is 'What its orders may owe together, fen; null: any amount';
comment on column company.pay_days is 'Days that it has to pay a bill; 0: at once';
comment on column company.rate_bp is 'Share of the list price that it pays for models without a price of their own; null: the list price';
create unique index company_name on company (merchant_id, name);
create index company_list on company (merchant_id, enabled, id);
select tenant_table('company');

create table company_contact (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  company_id bigint not null,
  name text not null check (length(name) between 1 and 30),
  phone_enc bytea not null,
  phone_mask text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, company_id) references company (merchant_id, id)
);
create index company_contact_of on company_contact (merchant_id, company_id, id);
select tenant_table('company_contact', 'insert, update, delete');
grant update (phone_enc) on company_contact to definer;

create table company_price (
  merchant_id bigint not null default merchant(),
  company_id bigint not null,
  model_id bigint not null,
  rate_bp int check (rate_bp between 1000 and 10000),
  day_fen bigint check (day_fen > 0),
  month_fen bigint check (month_fen > 0),
  primary key (merchant_id, company_id, model_id),
  foreign key (merchant_id, company_id) references company (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  check (rate_bp is not null or day_fen is not null or month_fen is not null),
  check (rate_bp is null or day_fen is null)
);
comment on table company_price is 'Prices agreed with a company for single models; they go before its share of the list price';
comment on column company_price.day_fen is 'Price of each day, whatever the day and the length of the rental, fen';
comment on column company_price.month_fen is 'Price of each month of a long rental, fen';
create index company_price_model on company_price (merchant_id, model_id);
select tenant_table('company_price', 'insert, update, delete');

alter table "order" add column company_id bigint;
comment on column "order".company_id is 'The company that rents and pays; its name and tax number at the booking are in payer_name and payer_tax_no';
alter table "order" add foreign key (merchant_id, company_id) references company (merchant_id, id);
create index order_company on "order" (merchant_id, company_id, id) where company_id is not null;
-- What a company owes is added up at each booking for it, from its orders that owe something.
create index order_company_due on "order" (merchant_id, company_id) include (owed_fen, refunding_fen)
  where company_id is not null and owed_fen + refunding_fen > 0;

-- Companies that were typed as payers of long orders so far.
insert into company (merchant_id, name, tax_no, created_by)
select o.merchant_id, btrim(o.payer_name), (array_agg(o.payer_tax_no order by o.id desc))[1], (array_agg(o.created_by order by o.id))[1]
  from "order" o where btrim(o.payer_name) <> '' group by o.merchant_id, btrim(o.payer_name) order by o.merchant_id, min(o.id);
update "order" o set company_id = c.id from company c where c.merchant_id = o.merchant_id and c.name = btrim(o.payer_name);
