-- Register of invoices (发票登记, orders.md §11.2.6): for which orders, how much of what they paid, and the red one that takes an
-- invoice back. No tax is worked out here.
create table invoice (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  status smallint not null default 0 check (status between 0 and 3),
  title text not null check (length(title) between 1 and 100),
  tax_no text not null default '' check (length(tax_no) <= 20),
  amount_fen bigint not null check (amount_fen > 0),
  note text not null default '' check (length(note) <= 200),
  receipt_id bigint,
  number text not null default '' check (length(number) <= 20),
  issued_on date,
  file_ids bigint[] not null default '{}',
  red_number text not null default '' check (length(red_number) <= 20),
  red_on date,
  red_file_ids bigint[] not null default '{}',
  red_due boolean not null default false,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, receipt_id) references receipt (merchant_id, id),
  check ((number = '') = (issued_on is null)),
  check ((red_number = '') = (red_on is null))
);
comment on table invoice is 'status 0 待开 1 已开 2 已红冲 3 已撤销; red_due: an order paid less since than its invoices say';
create unique index invoice_number on invoice (merchant_id, number) where number <> '';
create unique index invoice_red_number on invoice (merchant_id, red_number) where red_number <> '';
create index invoice_red_due on invoice (merchant_id, id) where red_due;
select tenant_table('invoice');

create table invoice_part (
  merchant_id bigint not null default merchant(),
  invoice_id bigint not null,
  order_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  primary key (merchant_id, invoice_id, order_id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  foreign key (merchant_id, order_id) references "order" (merchant_id, id)
);
comment on table invoice_part is 'what of an invoice is for an order';
create index invoice_part_order on invoice_part (merchant_id, order_id);
select tenant_table('invoice_part', 'insert');
select order_scoped('invoice_part');

-- Whoever moves an order's money, by whatever call or job: an invoice above what is left of it waits for its red one.
create function invoice_red_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invoice i set red_due = x.over, updated_at = app_now()
    from (select sum(p.amount_fen) > new.paid_fen - new.refunded_fen as over
      from invoice_part p join invoice v on v.merchant_id = p.merchant_id and v.id = p.invoice_id
     where p.merchant_id = new.merchant_id and p.order_id = new.id and v.status = 1) x
   where i.merchant_id = new.merchant_id and i.status = 1 and x.over is not null
     and i.id in (select p.invoice_id from invoice_part p where p.merchant_id = new.merchant_id and p.order_id = new.id)
     and i.red_due <> x.over
     -- Another order of it may still be over.
     and (x.over or not exists (
       select from invoice_part q join "order" o on o.merchant_id = q.merchant_id and o.id = q.order_id
        where q.merchant_id = i.merchant_id and q.invoice_id = i.id and q.order_id <> new.id
          and o.paid_fen - o.refunded_fen < (
            select sum(r.amount_fen) from invoice_part r join invoice w on w.merchant_id = r.merchant_id and w.id = r.invoice_id
             where r.merchant_id = q.merchant_id and r.order_id = q.order_id and w.status = 1)));
  return null;
end $$;
alter function invoice_red_due() owner to definer;
grant select, update on invoice to definer;
grant select on invoice_part to definer;
create trigger invoice_red_due after update of paid_fen, refunded_fen on "order" for each row
  when (new.paid_fen - new.refunded_fen <> old.paid_fen - old.refunded_fen) execute function invoice_red_due();
