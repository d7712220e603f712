-- A rental made longer: from the end agreed so far to another, at its own price. `extension` is what it sold, a part of the
-- order's term from then on.
create table renewal (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  order_id bigint not null,
  seq smallint not null check (seq > 0),
  status smallint not null check (status between 0 and 4),
  old_return_at timestamptz not null,
  new_return_at timestamptz not null check (new_return_at > old_return_at),
  amount_fen bigint not null check (amount_fen >= 0),
  extension jsonb not null,
  ended_at timestamptz,
  end_reason text not null default '' check (length(end_reason) <= 100),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id),
  unique (merchant_id, order_id, seq),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table renewal is 'status 0 待支付 1 待确认 2 已生效 3 已取消 4 已拒绝; money in fen';
select tenant_table('renewal');
select order_scoped('renewal');

-- Over-hours that a later end replaces are credited by a line of the renewal.
alter table order_item drop constraint order_item_check;
alter table order_item add constraint order_item_check
  check (amount_fen >= 0 or reduce_type is not null or renewal_id is not null);
