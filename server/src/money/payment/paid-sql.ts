import { payingJournals, refundJournal, untakenJournal } from '@cheyi/domain/money/debt/paid'
import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'

/*
 * How SQL reads what an order was paid and what of that went back (packages/domain/src/money/debt/paid.ts): out of its rows,
 * and out of its entries.
 */

/** SQL: money of deposits, which has books of its own and never is an order's. */
const depositMoney = `pay_kind in (${payKind.rentalDeposit}, ${payKind.violationDeposit})`

/** SQL: sums of fen by order, of what came in or went back by payments. */
export const movedSql = (direction: 'in' | 'out'): string =>
  `select merchant_id, order_id, sum(amount_fen) as fen from payment
    where direction = '${direction}' and status = ${paymentStatus.succeeded} and not ${depositMoney} group by merchant_id, order_id`

/** SQL: a payment `p` is a refund that is on its way. A reimbursement's is in the books with its payment alone. */
export const isRefundingSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status in (${paymentStatus.waiting}, ${paymentStatus.processing}, ${paymentStatus.failed})
      and not ${p}.${depositMoney} and ${p}.pay_kind <> ${payKind.reimbursement} and ${p}.hold_id is null`

/** SQL: a payment `p` is a refund that has left. */
export const isRefundedSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.succeeded}
      and not ${p}.${depositMoney} and ${p}.pay_kind <> ${payKind.reimbursement} and ${p}.hold_id is null`

/** SQL: sums of fen by order, of refunds that are on their way. */
export const refundingSql = `select merchant_id, order_id, sum(amount_fen) as fen from payment p
    where ${isRefundingSql('p')} group by merchant_id, order_id`

/** SQL: a deduction took it. */
export const tookSql = `result in (${deductResult.succeeded}, ${deductResult.refunded})`

/** SQL: what stands of a deduction. What goes into its deposit again was not taken; what was captured goes back as a refund. */
export const standingSql = 'amount_fen - case when hold_id is null then refunded_fen else 0 end'

/** SQL: sums of fen by order, of what deposits paid. */
export const deductedSql = `select merchant_id, order_id, sum(${standingSql}) as fen from deposit_deduction
    where ${tookSql} group by merchant_id, order_id`

/** SQL: sums of fen by order, of what it was paid. */
export const paidSql = `select merchant_id, order_id, sum(fen) as fen
    from (${movedSql('in')} union all ${deductedSql}) part group by merchant_id, order_id`

/** SQL: sums of fen by order, as its entries have them. */
const bookedSql = (fen: string, journals: readonly number[]): string =>
  `select e.merchant_id, e.order_id, sum(${fen}) as fen
     from ledger_entry e join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
    where e.account = '${account.receivable}' and t.journal in (${journals.join(', ')}) group by e.merchant_id, e.order_id`
export const paidByBooksSql = bookedSql(
  `case t.journal when ${untakenJournal} then -e.debit_fen else e.credit_fen - e.debit_fen end`,
  [...payingJournals, untakenJournal],
)
export const refundedByBooksSql = bookedSql('e.debit_fen - e.credit_fen', [refundJournal])
