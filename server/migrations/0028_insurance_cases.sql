-- Cases with insurers (保险案件): an accident from its report to the insurer's money.
create table insurance_case (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  status smallint not null check (status between 0 and 8),
  vehicle_id bigint not null,
  order_id bigint,
  damage_id bigint,
  store_id bigint not null,
  occur_at timestamptz not null check (occur_at = date_trunc('minute', occur_at)),
  place text not null default '' check (length(place) <= 200),
  course text not null default '' check (length(course) <= 500),
  parties jsonb not null default '[]',
  responsibility smallint check (responsibility between 1 and 5),
  police_no text not null default '' check (length(police_no) <= 40),
  insurer text not null default '' check (length(insurer) <= 40),
  policy_ids bigint[] not null default '{}' check (cardinality(policy_ids) <= 6),
  photo_ids bigint[] not null default '{}' check (cardinality(photo_ids) <= 20),
  paper_ids bigint[] not null default '{}' check (cardinality(paper_ids) <= 20),
  report_no text not null default '' check (length(report_no) <= 40),
  reported_at timestamptz,
  assessed_fen bigint check (assessed_fen >= 0),
  assessed_at timestamptz,
  ticket_id bigint,
  claimed_fen bigint not null default 0 check (claimed_fen >= 0),
  submitted_at timestamptz,
  received_fen bigint not null default 0 check (received_fen >= 0),
  booked_fen bigint not null default 0 check (booked_fen >= 0),
  supplement_id bigint,
  excess_fen bigint not null default 0 check (excess_fen >= 0),
  downtime_days int not null default 0 check (downtime_days between 0 and 365),
  downtime_fen bigint not null default 0 check (downtime_fen >= 0),
  end_reason text not null default '' check (length(end_reason) <= 200),
  ended_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, damage_id) references damage_order (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, ticket_id) references ticket (merchant_id, id),
  foreign key (merchant_id, supplement_id) references supplement (merchant_id, id),
  check (damage_id is null or order_id is not null),
  check (supplement_id is null or order_id is not null)
);
comment on table insurance_case is 'status 0 待报案 1 待定损 2 已定损 3 维修中 4 待赔付 5 已赔付 6 已拒赔 7 已结案 8 已销案; responsibility 1 全责 2 主责 3 同责 4 次责 5 无责';
comment on column insurance_case.store_id is 'The home of its car when it was entered: it belongs there while it has no order';
comment on column insurance_case.parties is '[{plate, insurer, note}]: the other vehicles';
comment on column insurance_case.policy_ids is 'Documents of the car: its policies that were in force';
comment on column insurance_case.booked_fen is 'What the insurer pays by the ledger (journal 24): claimed, and after the end what was received';
create index insurance_case_list on insurance_case (merchant_id, status, occur_at desc, id desc);
create index insurance_case_time on insurance_case (merchant_id, occur_at desc, id desc);
create index insurance_case_vehicle on insurance_case (merchant_id, vehicle_id, id);
create index insurance_case_order on insurance_case (merchant_id, order_id) where order_id is not null;
create index insurance_case_store on insurance_case (merchant_id, store_id);
create index insurance_case_ticket on insurance_case (merchant_id, ticket_id) where ticket_id is not null;
create index insurance_case_supplement on insurance_case (merchant_id, supplement_id) where supplement_id is not null;
create unique index insurance_case_report on insurance_case (merchant_id, report_no) where report_no <> '' and status <> {insuranceStatus.dropped};
-- A case of damage is claimed once.
create unique index insurance_case_damage on insurance_case (merchant_id, damage_id) where damage_id is not null and status <> {insuranceStatus.dropped};
select tenant_table('insurance_case');
create policy scope on insurance_case as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or case when order_id is not null then sees_order(order_id)
    else (select current_setting('app.scope')) = 'stores'
      and store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]) end);

-- Money of an insurer, which comes by bank.
create table insurance_receipt (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  case_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  slip_no text not null default '' check (length(slip_no) <= 40),
  voucher_ids bigint[] not null default '{}',
  taken_back_at timestamptz,
  taken_back_why text not null default '' check (length(taken_back_why) <= 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, case_id) references insurance_case (merchant_id, id)
);
create index insurance_receipt_case on insurance_receipt (merchant_id, case_id, id);
select tenant_table('insurance_receipt');
create policy scope on insurance_receipt as restrictive to tenant using (
  (select current_setting('app.scope')) = 'all'
  or exists (select from insurance_case i where i.merchant_id = insurance_receipt.merchant_id and i.id = insurance_receipt.case_id));

alter table pending_work drop constraint pending_work_subject_check;
alter table pending_work add constraint pending_work_subject_check check (subject in ('order', 'ticket', 'violation', 'referral', 'alarm', 'insurance'));

-- The insurer's debt, and what it brings: no income of a rental, so that the figures of orders stay what they were.
alter table ledger_txn drop constraint ledger_txn_journal_check;
alter table ledger_txn add constraint ledger_txn_journal_check check (journal between 1 and 24);
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in ('customer_receivable', 'cash_offline', 'online_clearing', 'platform_clearing', 'bank', 'violation_advance', 'unearned', 'deposit_liability_rental', 'deposit_liability_violation', 'rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income', 'refund_expense', 'bad_debt_expense', 'other_expense', 'channel_commission', 'payment_fee', 'cash_on_hand', 'pos_clearing', 'other_clearing', 'cash_difference', 'cash_float', 'bill_difference', 'insurer_receivable', 'insurance_income'));

-- The same money lowers the costs of its car.
alter table vehicle_cost drop constraint vehicle_cost_kind_check;
alter table vehicle_cost add constraint vehicle_cost_kind_check check (kind between 1 and 17);
alter table vehicle_cost drop constraint vehicle_cost_source_check;
alter table vehicle_cost add constraint vehicle_cost_source_check check (source between 1 and 7);
comment on column vehicle_cost.ref_id is 'By source: the ticket, the job of the import, the plan, the fine, the policy, the insurance case';
