-- What a platform was paid for an order that waits for the store's yes: it is booked with that yes.
alter table "order" add column platform_fen bigint not null default 0 check (platform_fen >= 0);
comment on column "order".platform_fen is 'fen that a platform was paid for the order and the books do not have: while it waits for the store, and after it was refused';

create or replace function order_prepays() returns trigger language plpgsql as $$
begin
  new.prepay_due_fen := case when new.prepay_fen is null or new.platform_fen > 0
      or new.status not between {orderStatus.submitted} and {orderStatus.arranged} then 0
    else greatest(0, least(new.owed_fen + new.refunding_fen,
      new.prepay_fen - new.paid_fen + new.refunded_fen + new.refunding_fen - new.refund_expense_fen)) end;
  return new;
end $$;
drop trigger prepays on "order";
create trigger prepays before insert or update of prepay_fen, status, owed_fen, refunding_fen, paid_fen, refunded_fen, refund_expense_fen, platform_fen
  on "order" for each row when (new.prepay_fen is not null or new.prepay_due_fen <> 0) execute function order_prepays();

-- A refund that a platform made itself could be recorded only as one by 其他: the platform's clearing account kept what it will never
-- remit, and that of other ways went below zero by as much. Nobody of the shop had paid such a refund where it names no slip. One
-- entry for each moves it to the account of the platform, in the store that booked it. The payment and its own entry stay as they
-- were posted, so the entry is of no order: those are compared with each other.
with wrong as (
  select p.merchant_id, p.id, p.amount_fen, e.store_id
    from payment p
      join payment i on i.merchant_id = p.merchant_id and i.id = p.origin_payment_id and i.pay_way = {payWay.platform}
      join ledger_txn t on t.merchant_id = p.merchant_id and t.payment_id = p.id
      join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'other_clearing'
   where p.direction = 'out' and p.status = {paymentStatus.succeeded} and p.pay_way = {payWay.other} and coalesce(p.provider_no, '') = ''
), txn as (
  insert into ledger_txn (merchant_id, journal, idem_key, posted_on)
  select merchant_id, {journal.settled}, 'J23:platform:' || id, (app_now() at time zone 'Asia/Shanghai')::date from wrong
  returning merchant_id, id, idem_key
)
insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen, store_id)
select t.merchant_id, t.id, line.account, line.debit, line.credit, w.store_id
  from txn t join wrong w on w.merchant_id = t.merchant_id and t.idem_key = 'J23:platform:' || w.id
    cross join lateral (values ('other_clearing', w.amount_fen, 0::bigint), ('platform_clearing', 0::bigint, w.amount_fen))
      as line (account, debit, credit);
