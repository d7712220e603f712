-- What of an order is on its way back to its customer and has not left counts as gone, whoever settles (`dueFen` of
-- packages/domain/src/debt/due.ts). Deposits have their own, a reimbursement is in the books with its payment alone. The
-- release before writes no such sum; `check:money` names its orders, and their next step of money mends them.
alter table "order" add column refunding_fen bigint not null default 0;
comment on column "order".refunding_fen is 'Refunds that are queued, sent or failed and may still leave, fen';

update "order" o set refunding_fen = p.fen
  from (select merchant_id, order_id, sum(amount_fen) as fen from payment
         where direction = 'out' and status in (0, 1, 3) and pay_kind not in (2, 3, 11) and hold_id is null
         group by merchant_id, order_id) p
 where p.merchant_id = o.merchant_id and p.order_id = o.id;
