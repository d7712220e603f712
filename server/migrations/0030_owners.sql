-- Owners of cars that the merchant runs (托管, 挂靠), what was agreed for each car, and the statement of each month. Personal data is sealed.
create table car_owner (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  kind smallint not null check (kind between 1 and 2),
  name text not null check (length(name) between 1 and 60),
  phone_enc bytea not null,
  phone_mask text not null,
  identity_enc bytea,
  identity_mask text not null default '',
  bank text not null default '' check (length(bank) <= 60),
  account_enc bytea,
  account_mask text not null default '',
  note text not null default '' check (length(note) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id)
);
comment on table car_owner is 'Persons and companies whose cars the merchant rents out';
comment on column car_owner.identity_enc is 'Identity number of a person, tax number of a company';
comment on column car_owner.account_enc is 'The bank account to which the owner is paid';
select tenant_table('car_owner');
create policy scope on car_owner as restrictive to tenant using ((select current_setting('app.scope')) = 'all');
grant update (phone_enc, identity_enc, account_enc) on car_owner to definer;

create table owner_agreement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  owner_id bigint not null,
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 3),
  from_on date not null,
  to_on date,
  share_bp int not null default 0 check (share_bp between 0 and 10000),
  after_costs boolean not null default true,
  rent_fen bigint not null default 0 check (rent_fen >= 0),
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  fee_bp int not null default 0 check (fee_bp between 0 and 10000),
  cost_kinds smallint[] not null default '{}',
  pay_day smallint not null default 10 check (pay_day between 1 and 28),
  note text not null default '' check (length(note) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (from_on <= to_on),
  foreign key (merchant_id, owner_id) references car_owner (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  constraint owner_agreement_once exclude using gist (merchant_id with =, vehicle_id with =, daterange(from_on, to_on, '[]') with &&)
);
comment on table owner_agreement is 'What was agreed with the owner of a car; its terms never change, it is ended and another one begins';
comment on column owner_agreement.to_on is 'Its last day; null: until further notice';
comment on column owner_agreement.after_costs is 'Whether the share is taken of the income less costs, or of the income';
comment on column owner_agreement.rent_fen is 'Of a fixed rent: what the owner gets for a month, fen';
comment on column owner_agreement.fee_fen is 'Management fee of a month, fen';
comment on column owner_agreement.cost_kinds is 'Kinds of costs that the owner bears';
create index owner_agreement_owner on owner_agreement (merchant_id, owner_id, from_on);
create index owner_agreement_vehicle on owner_agreement (merchant_id, vehicle_id, from_on);
select tenant_table('owner_agreement');

create table owner_statement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  owner_id bigint not null,
  month date not null check (extract(day from month) = 1),
  state smallint not null check (state between 1 and 5),
  carried_fen bigint not null default 0 check (carried_fen <= 0),
  owner_fen bigint not null default 0,
  sent_at timestamptz,
  confirmed_at timestamptz,
  by_link boolean not null default false,
  signed_ids bigint[] not null default '{}',
  objection text not null default '' check (length(objection) <= 300),
  booked_on date,
  paid_at timestamptz,
  paid_on date,
  pay_way smallint check (pay_way between 1 and 7),
  slip_no text not null default '',
  voucher_ids bigint[] not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, owner_id) references car_owner (merchant_id, id)
);
comment on table owner_statement is 'What an owner gets for a month: a draft is reckoned again, a sent one stays';
comment on column owner_statement.carried_fen is 'What the owner owes from the statement before, fen';
comment on column owner_statement.owner_fen is 'The parts of its cars, fen';
comment on column owner_statement.by_link is 'Whether the owner confirmed it on their own page';
comment on column owner_statement.booked_on is 'The day of its entries in the ledger and in the costs of its cars';
create unique index owner_statement_month on owner_statement (merchant_id, owner_id, month);
create index owner_statement_list on owner_statement (merchant_id, month desc, id desc);
create index owner_statement_state on owner_statement (merchant_id, state, month desc, id desc);
select tenant_table('owner_statement', 'insert, update, delete');
create policy scope on owner_statement as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

create table owner_statement_car (
  merchant_id bigint not null default merchant(),
  statement_id bigint not null,
  agreement_id bigint not null,
  from_on date not null,
  to_on date not null,
  rent_fen bigint not null,
  service_fen bigint not null,
  other_fen bigint not null,
  fixed_fen bigint not null,
  fee_fen bigint not null,
  costs jsonb not null,
  owner_fen bigint not null,
  primary key (merchant_id, statement_id, agreement_id, from_on),
  check (from_on <= to_on),
  foreign key (merchant_id, statement_id) references owner_statement (merchant_id, id) on delete cascade,
  foreign key (merchant_id, agreement_id) references owner_agreement (merchant_id, id)
);
comment on table owner_statement_car is 'The part of a car. Days of an earlier month: what has changed since that month was settled';
comment on column owner_statement_car.costs is '[{kind, fen}]: costs that the owner bears';
comment on column owner_statement_car.owner_fen is 'What the owner gets; negative: what the owner owes';
create index owner_statement_car_agreement on owner_statement_car (merchant_id, agreement_id, from_on);
select tenant_table('owner_statement_car', 'insert, update, delete');
create policy scope on owner_statement_car as restrictive to tenant using ((select current_setting('app.scope')) = 'all');

-- What an owner has seen stays as it was; an objection makes it a draft again.
create function owner_statement_stays() returns trigger language plpgsql set search_path = public as $$
begin
  raise exception 'statement % was sent', old.id using errcode = 'check_violation';
end $$;
create trigger stays before update on owner_statement for each row
  when (old.state <> {ownerStatementState.draft} and new.state <> {ownerStatementState.draft}
    and (old.carried_fen, old.owner_fen, old.month, old.owner_id) is distinct from (new.carried_fen, new.owner_fen, new.month, new.owner_id))
  execute function owner_statement_stays();
create trigger stays_there before delete on owner_statement for each row
  when (old.state <> {ownerStatementState.draft}) execute function owner_statement_stays();

create function owner_statement_car_stays() returns trigger language plpgsql set search_path = public as $$
declare
  row_of owner_statement_car := case tg_op when 'DELETE' then old else new end;
begin
  if exists (select from owner_statement s where s.merchant_id = row_of.merchant_id and s.id = row_of.statement_id
      and s.state <> {ownerStatementState.draft}) then
    raise exception 'statement % was sent', row_of.statement_id using errcode = 'check_violation';
  end if;
  return row_of;
end $$;
create trigger stays before insert or update or delete on owner_statement_car for each row execute function owner_statement_car_stays();

-- The share of an owner in the ledger (journal 25), in the costs of the car, and a link that shows the owner their own statements.
alter table ledger_txn drop constraint ledger_txn_journal_check;
alter table ledger_txn add constraint ledger_txn_journal_check check (journal between 1 and 25);
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in ('customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance', 'unearned', 'deposit_liability_rental', 'deposit_liability_violation', 'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income', 'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee', 'cash_on_hand', 'pos_clearing', 'other_clearing', 'cash_difference', 'cash_float', 'bill_difference', 'insurer_receivable', 'insurance_income', 'owner_payable', 'owner_share'));
alter table vehicle_cost drop constraint vehicle_cost_kind_check;
alter table vehicle_cost add constraint vehicle_cost_kind_check check (kind between 1 and 18);
alter table vehicle_cost drop constraint vehicle_cost_source_check;
alter table vehicle_cost add constraint vehicle_cost_source_check check (source between 1 and 10);

alter table vehicle_cost_month add column owner_fen bigint not null default 0;
comment on table vehicle_cost_month is 'Sums of the entries by vehicle and month, moved with each entry; capital: purchases less sales; owner: the share of its owner';
create or replace function vehicle_cost_counted() returns trigger language plpgsql set search_path = public as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into vehicle_cost_month as m (merchant_id, month, vehicle_id, running_fen, depreciation_fen, capital_fen, owner_fen)
  select new.merchant_id, s.month, new.vehicle_id,
      case when new.kind not in ({costKind.purchase}, {costKind.sale}, {costKind.depreciation}, {costKind.ownerShare}) then sign * s.fen else 0 end,
      case new.kind when {costKind.depreciation} then sign * s.fen else 0 end,
      case new.kind when {costKind.purchase} then sign * s.fen when {costKind.sale} then -sign * s.fen else 0 end,
      case new.kind when {costKind.ownerShare} then sign * s.fen else 0 end
    from jsonb_to_recordset(new.shares) s (month date, fen bigint)
  on conflict (merchant_id, month, vehicle_id) do update set running_fen = m.running_fen + excluded.running_fen,
    depreciation_fen = m.depreciation_fen + excluded.depreciation_fen, capital_fen = m.capital_fen + excluded.capital_fen,
    owner_fen = m.owner_fen + excluded.owner_fen;
  return null;
end $$;

alter table link_token drop constraint link_token_purpose_check;
alter table link_token add constraint link_token_purpose_check check (purpose in ('sign', 'pay', 'selfPickup', 'selfReturn', 'violation', 'owner'));
alter table link_token alter column order_id drop not null;
alter table link_token add column owner_id bigint;
alter table link_token add foreign key (merchant_id, owner_id) references car_owner (merchant_id, id);
comment on column link_token.owner_id is 'The owner of cars whom the link is for; null: the link is about an order';
create index link_token_owner on link_token (merchant_id, owner_id) where owner_id is not null;
