-- A renewal is made once by the channel's own number, as an order is.
create table channel_renewal (
  merchant_id bigint not null default merchant(),
  order_id bigint not null,
  renewal_no text not null check (length(renewal_no) between 1 and 64),
  renewal_id bigint not null,
  -- Of all that was sent; another request with the same number is refused.
  input_hash bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (merchant_id, order_id, renewal_no),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id),
  foreign key (merchant_id, renewal_id) references renewal (merchant_id, id)
);
comment on table channel_renewal is 'Renewals that channels made, by their own numbers';
create index channel_renewal_renewal on channel_renewal (merchant_id, renewal_id);
select tenant_table('channel_renewal'), order_scoped('channel_renewal');

alter table violation add column channel_ack_at timestamptz;
comment on column violation.channel_ack_at is 'When the channel of its order acknowledged that it was told of it';
