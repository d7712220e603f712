/* The operations on money that other features may use: ledger entries, receipts, refunds. */

export { accrueMonth, commissionDue, earnedSql, earningOf, earnUntilReturn, soldPartsOf } from './accrue.ts'
export { billLines, moneyOfNew, rebill } from './bill.ts'
export { ledgerLines, post, postAll, postNew, refreshMoney } from './books.ts'
export {
  cashOutside,
  postCashShift,
  postSettlement,
  requireCash,
  requireShift,
  shiftCashSql,
  shiftFlows,
  unshiftedCashSql,
} from './cash-shifts.ts'
export { clearPayers, clearPayNotices } from './clear.ts'
export { reversePosted } from './correction/reverse-posted.ts'
export { finishWhenPaidBack } from './finish-cancel.ts'
export { takingsByDay } from './flow/sums.ts'
export { askCapture, dropUnfreezes, queueUnfreezes, recordCapture } from './hold-steps.ts'
export { balancesOver, type Movement } from './journal/balances.ts'
export { chargeAccountsSql, earnedAccountsSql, rentAccountsSql } from './money-sql.ts'
export { channelOf } from './online/channel.ts'
export { endLinks, hasOpenLink } from './online/store.ts'
export { type AwaitedPayment, registerPaidFirst } from './paid-first.ts'
export { isRefundedSql, isRefundingSql, payCheckSql } from './paid-sql.ts'
export { payByHand } from './pay-by-hand.ts'
export { type Proof, prove, releaseProofs } from './proof.ts'
export { expectReceipts, receive, receivePlatform, recordReceipts, requireOffline } from './receive.ts'
export {
  closeReimbursement,
  depositPayouts,
  hasUnsentPayouts,
  openPayouts,
  type PaidBackBy,
  type PaidOut,
  payOut,
  queueByHand,
  queueByRoute,
  queueDepositPayout,
  queueReimbursement,
  receiptsOf,
  recordOfflineRefunds,
  recordPlatformRefunds,
  refundsOfOrder,
  retryDepositPayouts,
  retryRefunds,
  withdrawDepositPayouts,
  withdrawRefunds,
} from './refund.ts'
export { creditOf, creditSql, moneyWentOut, refundCameSql, refundDueFenSql, refundsFenSql } from './refund-wait.ts'
export { refundedRent, underWaySql } from './refunded-rent.ts'
export { handovers, registerHandovers, registerPlans } from './rentals.ts'
export { reverseEntries } from './reverse.ts'
export { refreshSettlement } from './settle.ts'
export { depositsPaidIn, type PaymentRow } from './store.ts'
