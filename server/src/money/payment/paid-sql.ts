import { MAX_PAY_QUERIES } from '@cheyi/domain/booking/order/timers'
import { payingJournals, refundJournal, untakenJournal } from '@cheyi/domain/money/debt/paid'
import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { productOf } from '@cheyi/domain/money/deposit/hold'
import { onlinePayWays, payKind, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'

/*
 * SQL for what an order was paid and what was refunded (packages/domain/src/money/debt/paid.ts), from its rows and from its ledger
 * entries.
 */

/** SQL: deposit money has its own accounts and never belongs to the order. */
const depositMoney = `pay_kind in (${payKind.rentalDeposit}, ${payKind.violationDeposit})`

/** SQL: sums of payments or refunds by order, fen. */
export const movedSql = (direction: 'in' | 'out'): string =>
  `select merchant_id, order_id, sum(amount_fen) as fen from payment
    where direction = '${direction}' and status = ${paymentStatus.succeeded} and not ${depositMoney} group by merchant_id, order_id`

/** SQL: a payment `p` is a pending refund. The refund of a reimbursement is excluded, because it is posted only when it is paid. */
export const isRefundingSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status in (${paymentStatus.waiting}, ${paymentStatus.processing}, ${paymentStatus.failed})
      and not ${p}.${depositMoney} and ${p}.pay_kind <> ${payKind.reimbursement} and ${p}.hold_id is null`

/** SQL: a payment `p` is a completed refund. */
export const isRefundedSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.succeeded}
      and not ${p}.${depositMoney} and ${p}.pay_kind <> ${payKind.reimbursement} and ${p}.hold_id is null`

/** SQL: sums of pending refunds by order, fen. */
export const refundingSql = `select merchant_id, order_id, sum(amount_fen) as fen from payment p
    where ${isRefundingSql('p')} group by merchant_id, order_id`

/** SQL: the deduction took the money. */
export const tookSql = `result in (${deductResult.succeeded}, ${deductResult.refunded})`

/**
 * SQL: the effective amount of a deduction. What is returned into the deposit counts as not taken; what was captured is refunded by a
 * payment instead.
 */
export const standingSql = 'amount_fen - case when hold_id is null then refunded_fen else 0 end'

/** SQL: sums of deductions by order, fen. */
export const deductedSql = `select merchant_id, order_id, sum(${standingSql}) as fen from deposit_deduction
    where ${tookSql} group by merchant_id, order_id`

/** SQL: sums of everything that an order was paid, fen. */
export const paidSql = `select merchant_id, order_id, sum(fen) as fen
    from (${movedSql('in')} union all ${deductedSql}) part group by merchant_id, order_id`

/** SQL: sums by order from the ledger entries, fen. */
const bookedSql = (fen: string, journals: readonly number[]): string =>
  `select e.merchant_id, e.order_id, sum(${fen}) as fen
     from ledger_entry e join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id
    where e.account = '${account.receivable}' and t.journal in (${journals.join(', ')}) group by e.merchant_id, e.order_id`
export const paidByBooksSql = bookedSql(
  `case t.journal when ${untakenJournal} then -e.debit_fen else e.credit_fen - e.debit_fen end`,
  [...payingJournals, untakenJournal],
)
export const refundedByBooksSql = bookedSql('e.debit_fen - e.credit_fen', [refundJournal])

const waitsForDays = onlinePayWays.filter((way) => productOf(way).mayStayUndecided)

/**
 * SQL: whether a payment `p` must be checked by staff: its provider left it undecided, or reported another amount. Some
 * providers keep the customer's request open for days, and staff can do nothing about it. The first half must equal the
 * condition of an index.
 */
export const payCheckSql = (p: string): string =>
  `((${p}.status in (${paymentStatus.waiting}, ${paymentStatus.processing}) and ${p}.asked > ${MAX_PAY_QUERIES})
        or (${p}.wrong_fen is not null and ${p}.checked_at is null))
      and (${p}.hold_step is distinct from 'capture' or ${p}.pay_way not in (${waitsForDays.join(', ')}) or ${p}.wrong_fen is not null)`
