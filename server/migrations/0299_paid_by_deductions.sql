-- What a deduction takes pays its order as a receipt does (packages/domain/src/debt/paid.ts).
update "order" o set paid_fen = o.paid_fen + d.fen
  from (select merchant_id, order_id, sum(amount_fen - case when hold_id is null then refunded_fen else 0 end) as fen
          from deposit_deduction where result in (2, 3) group by merchant_id, order_id) d
 where d.merchant_id = o.merchant_id and d.order_id = o.id and d.fen <> 0;
comment on column "order".paid_fen is 'Received for the order, and taken for it from its deposits and their authorisations, fen';

-- What the card machine captured is a payment as what a provider captured is: it goes back by that, and its slip may have a
-- number. What went back of it, or is on its way, named the deduction alone.
with captured as (
  select nextval('row_id') as id, n.merchant_id, n.order_id, n.id as deduction_id, n.hold_id, n.amount_fen, d.kind, n.created_at, n.created_by,
      (select coalesce(sum(p.amount_fen), 0) from payment p
        where p.merchant_id = n.merchant_id and p.ref_type = 'deduction' and p.ref_id = n.id and p.direction = 'out'
          and p.origin_payment_id is null and p.status <> 4) as refunded_fen
    from deposit_deduction n join deposit d on d.merchant_id = n.merchant_id and d.id = n.deposit_id
   where n.hold_id is not null and n.pay_way = 5 and n.result in (2, 3)),
made as (
  insert into payment (id, merchant_id, order_id, ref_type, ref_id, pay_kind, pay_mode, pay_way, amount_fen, refunded_fen, direction,
      status, out_trade_no, hold_id, hold_step, paid_at, created_at, created_by, updated_at)
  select id, merchant_id, order_id, 'deduction', deduction_id, case kind when 1 then 2 else 3 end, 2, 5, amount_fen, refunded_fen, 'in',
      2, 'C' || id, hold_id, 'capture', created_at, created_at, created_by, created_at from captured
  returning merchant_id, id, ref_id)
update payment p set origin_payment_id = made.id
  from made where made.merchant_id = p.merchant_id and p.ref_type = 'deduction' and p.ref_id = made.ref_id and p.direction = 'out'
    and p.origin_payment_id is null;
