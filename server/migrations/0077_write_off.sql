-- Debts that cannot be collected (坏账核销, journal 19). What is paid of one after all stands in `recovered_fen`.
create table write_off (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  recovered_fen bigint not null default 0 check (recovered_fen between 0 and amount_fen),
  reason text not null check (length(reason) between 1 and 200),
  voucher_ids bigint[] not null default '{}',
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
create index write_off_order on write_off (merchant_id, order_id, id);
select tenant_table('write_off');
select order_scoped('write_off');
