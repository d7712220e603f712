-- Credit of an order that is out on rent and that nobody has sent back waits for a person, as that of an order that is over does
-- (`creditSql` of server/src/booking/order/waits.ts): a renewal that was paid and taken back left it there, and no to-do told of it. The
-- nightly comparison of what waits adds the to-do. The release before forgets it with the next step of the order's money.
update "order" o set pending_refund = 'byHand'
 where pending_refund is null and status = {orderStatus.pickedUp} and owed_fen + refunding_fen < 0
   and not exists (select from termination e where e.merchant_id = o.merchant_id and e.order_id = o.id and e.taken_back_at is null)
   and -(owed_fen + refunding_fen) > (select coalesce(sum(a.amount_fen - a.refunded_fen), 0) from payment a
     where a.merchant_id = o.merchant_id and a.order_id = o.id and a.direction = 'in' and a.status = {paymentStatus.succeeded}
       and a.pay_kind = {flowKind.settlement});
