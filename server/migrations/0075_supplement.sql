-- Charges outside of any flow (补款). `credited` is the account that the claim was credited to (journal 11); null for one
-- that only collects what its order already owes.
create table supplement (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  reason_code smallint not null check (reason_code between 1 and 7),
  amount_fen bigint not null check (amount_fen between 1 and 10000000),
  remark text not null default '' check (length(remark) <= 200),
  photo_ids bigint[] not null default '{}',
  pay_mode smallint not null,
  status smallint not null default 0 check (status between 0 and 2),
  credited text,
  paid_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table supplement is 'status 0 待支付 1 已支付 2 已取消';
create index supplement_order on supplement (merchant_id, order_id, id);
select tenant_table('supplement');
select order_scoped('supplement');
