-- One receipt for many orders (一笔多单, orders.md §11.2.4): who paid, by which way, with which proof. Its allocation are payments,
-- one for each order, so that each order's books, refunds and bill stay its own; the parts come to the whole.
create table receipt (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  payer text not null check (length(payer) between 1 and 60),
  pay_way smallint not null check (pay_way in (3, 4, 5, 7)),
  amount_fen bigint not null check (amount_fen > 0),
  slip_no text not null default '' check (length(slip_no) <= 64),
  voucher_ids bigint[] not null default '{}',
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  primary key (merchant_id, id)
);
comment on table receipt is 'money of one payer for several orders; never changed: what goes back of it stands on the refunds of its payments';
select tenant_table('receipt', 'insert');

alter table payment add column receipt_id bigint;
comment on column payment.receipt_id is 'the receipt whose part for its order this is; null: a receipt by itself';
create index payment_receipt on payment (merchant_id, receipt_id) where receipt_id is not null;
