-- Costs and goodwill that are paid back leave what an order was paid as it is (`receivedFen` of packages/domain/src/debt/paid.ts):
-- its prepayment is not due again, its invoices stand. The release before writes no such sum; `check:money` names its orders.
alter table "order" add column refund_expense_fen bigint not null default 0;
comment on column "order".refund_expense_fen is 'What the merchant bears itself on its books: costs of the customer, goodwill, fuel given back, fen';

create or replace function order_prepays() returns trigger language plpgsql as $$
begin
  new.prepay_due_fen := case when new.prepay_fen is null or new.status not between 1 and 4 then 0
    else greatest(0, least(new.owed_fen, new.prepay_fen - new.paid_fen + new.refunded_fen - new.refund_expense_fen)) end;
  return new;
end $$;
drop trigger prepays on "order";
create trigger prepays before insert or update of prepay_fen, status, owed_fen, paid_fen, refunded_fen, refund_expense_fen on "order"
  for each row when (new.prepay_fen is not null or new.prepay_due_fen <> 0) execute function order_prepays();

create or replace function invoice_red_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update invoice i set red_due = x.over, updated_at = app_now()
    from (select sum(p.amount_fen) > new.paid_fen - new.refunded_fen + new.refund_expense_fen as over
      from invoice_part p join invoice v on v.merchant_id = p.merchant_id and v.id = p.invoice_id
     where p.merchant_id = new.merchant_id and p.order_id = new.id and v.status = 1) x
   where i.merchant_id = new.merchant_id and i.status = 1 and x.over is not null
     and i.id in (select p.invoice_id from invoice_part p where p.merchant_id = new.merchant_id and p.order_id = new.id)
     and i.red_due <> x.over
     -- Another order of it may still be over.
     and (x.over or not exists (
       select from invoice_part q join "order" o on o.merchant_id = q.merchant_id and o.id = q.order_id
        where q.merchant_id = i.merchant_id and q.invoice_id = i.id and q.order_id <> new.id
          and o.paid_fen - o.refunded_fen + o.refund_expense_fen < (
            select sum(r.amount_fen) from invoice_part r join invoice w on w.merchant_id = r.merchant_id and w.id = r.invoice_id
             where r.merchant_id = q.merchant_id and r.order_id = q.order_id and w.status = 1)));
  return null;
end $$;
drop trigger invoice_red_due on "order";
create trigger invoice_red_due after update of paid_fen, refunded_fen, refund_expense_fen on "order" for each row
  when (new.paid_fen - new.refunded_fen + new.refund_expense_fen <> old.paid_fen - old.refunded_fen + old.refund_expense_fen)
  execute function invoice_red_due();

update "order" o set refund_expense_fen = e.fen
  from (select merchant_id, order_id, sum(debit_fen - credit_fen) as fen
          from ledger_entry where account = 'refund_expense' group by merchant_id, order_id) e
 where e.merchant_id = o.merchant_id and e.order_id = o.id and e.fen <> 0;

drop index order_prepaid;
create index order_prepaid on "order" (merchant_id, id) include (store_id)
  where status between 1 and 5 and paid_fen + refund_expense_fen > refunded_fen;
