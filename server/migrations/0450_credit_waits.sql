-- Credit of an order that is over and nobody has sent back waits for a person (`creditFen` of packages/domain/src/money/debt/due.ts).
-- The release before forgets it with the next step of the order's money; `check:money` names such an order.
update "order" set pending_refund = 'byHand'
 where pending_refund is null and status in ({orderStatus.returned}, {orderStatus.cancelling}, {orderStatus.cancelled}) and owed_fen + refunding_fen < 0;
