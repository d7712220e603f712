-- What the merchant pays the customer back outside of any flow (报销退款). It is in the books once the money has left.
create table reimbursement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  kind smallint not null check (kind between 1 and 3),
  reason_code smallint not null check (reason_code between 1 and 10),
  items jsonb not null,
  amount_fen bigint not null check (amount_fen > 0),
  note text not null default '' check (length(note) <= 200),
  pay_mode smallint not null,
  payee_name_enc bytea,
  payee_tail text not null default '' check (length(payee_tail) <= 8),
  status smallint not null check (status between 0 and 4),
  -- What left the till: less where a debt of the order was met first.
  paid_fen bigint not null default 0,
  approver_id bigint,
  decide_note text not null default '' check (length(decide_note) <= 200),
  decided_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table reimbursement is 'status 0 待审核 1 已驳回 2 打款中 3 已完成 4 失败; items: what of the order, or which cost, with its amount and photos';
create index reimbursement_order on reimbursement (merchant_id, order_id, id);
create index reimbursement_open on reimbursement (merchant_id, status, id) where status in (0, 2, 4);
select tenant_table('reimbursement');
grant select, update (payee_name_enc) on reimbursement to definer;
select order_scoped('reimbursement');
