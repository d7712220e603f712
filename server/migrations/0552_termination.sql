-- A long contract that was agreed to end before its last date. Its rows from that date on come to nothing at once; what is
-- used, the penalty and late fees are charged by the settlement of the return.
create table termination (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  -- The first date not used, on which the car is due back.
  end_on date not null,
  merchant_cause boolean not null,
  -- Without it: when the contract ended, and all of its rows, fen.
  old_return_at timestamptz not null,
  total_fen bigint not null check (total_fen >= 0),
  reason text not null check (length(reason) between 1 and 100),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  unique (merchant_id, order_id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
select tenant_table('termination');
select order_scoped('termination');
