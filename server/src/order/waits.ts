import { accountStatus } from '@cheyi/domain/account/codes'
import { openDamageStatuses } from '@cheyi/domain/damage/claim'
import { authHoldStatuses, isHolding, productOf } from '@cheyi/domain/deposit/hold'
import { driverTaskStatuses } from '@cheyi/domain/driver/codes'
import { isOpenTask } from '@cheyi/domain/driver/steps'
import { orderStatus, orderStatuses } from '@cheyi/domain/order/codes'
import { isOver } from '@cheyi/domain/order/steps'
import { MAX_MONEY_OUT_FAILURES, MAX_PAY_QUERIES } from '@cheyi/domain/order/timers'
import type { OrderWait } from '@cheyi/domain/order/waits'
import { payKind, payMode, paymentStatus } from '@cheyi/domain/payment/codes'
import { onlinePayWays } from '@cheyi/domain/payment/provider'
import { reimbursementStatus } from '@cheyi/domain/reimbursement/reimbursement'
import { taskKind } from '@cheyi/domain/todo/task'

const waitsForDays = onlinePayWays.filter((way) => productOf(way).mayStayUndecided)

/**
 * SQL of whether a payment `p` waits for a person to look after it: its provider left it undecided, or reported another sum. Some
 * go on asking their customer for days, and nobody can do anything about it. Its first half is that of an index.
 */
export const payCheckSql = (p: string): string =>
  `((${p}.status in (${paymentStatus.waiting}, ${paymentStatus.processing}) and ${p}.asked > ${MAX_PAY_QUERIES})
        or (${p}.wrong_fen is not null and ${p}.checked_at is null))
      and (${p}.hold_step is distinct from 'capture' or ${p}.pay_way not in (${waitsForDays.join(', ')}) or ${p}.wrong_fen is not null)`

/** SQL of whether a payment `p` failed to go back so often that a person has to see to it. */
export const refundFailedSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.failed} and ${p}.fail_count >= ${MAX_MONEY_OUT_FAILURES}`

/** SQL of whether a payment `p` is paid back by hand; deposits have to-dos of their own. */
export const refundByHandSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.waiting} and ${p}.pay_mode = ${payMode.offlineOut}
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})`

/** Payments that are to go back to a customer and have not, deposits and reimbursements aside, which have to-dos of their own. */
export const refundDueSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status in (${paymentStatus.waiting}, ${paymentStatus.failed})
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit}, ${payKind.reimbursement})`

/** SQL: what an order `o` owes, fen (`dueFen`); below zero is what of its credit is free to go back. */
export const dueSql = (o: string): string => `(${o}.owed_fen + ${o}.refunding_fen)`

/**
 * SQL: what is to go back of an order `o` that nobody has sent, fen (`creditFen` of packages/domain/src/debt/due.ts).
 * @param money the row that knows what is owed and on its way, where it is not the order's own
 */
export const creditSql = (o: string, money = o): string =>
  `case when ${o}.status in (${orderStatuses.values.filter(isOver).join(', ')})
      then greatest(0, -${dueSql(money)}) else 0 end`

/** SQL: what of the money of an order `o` waits to go back or was not even sent, fen: what its voucher pays. */
export const refundDueFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})
      + ${creditSql(o)})::bigint`

/** SQL: what of the money of an order `o` waits for a person to go back, whatever it is of, or was not even sent, fen. */
export const refundsFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and (${refundFailedSql('p')} or ${refundByHandSql('p')}))
      + ${creditSql(o)})::bigint`

/** The ids of orders that something beside them names, by what they wait for: `order_id`, some more than once. */
export const namedByWait = {
  conflict: `select k.order_id from task k where k.kind = '${taskKind.conflict}' and k.done_at is null`,
  reassign: `select t.order_id from driver_task t join account a on a.id = t.account_id
    where t.status in (${driverTaskStatuses.values.filter(isOpenTask).join(', ')})
      and (a.status = ${accountStatus.disabled} or a.deleted_at is not null)`,
  payCheck: `select p.order_id from payment p where ${payCheckSql('p')}`,
  authEnded: `select k.order_id from task k where k.kind = '${taskKind.ended}' and k.done_at is null`,
  authExpiry: `select k.order_id from task k join deposit_hold h on h.id = k.ref_id
    where k.kind = '${taskKind.expiry}' and k.done_at is null and h.status in (${authHoldStatuses.values.filter(isHolding).join(', ')})`,
  // Whoever asked for it is not the one who agrees.
  reimburse: `select r.order_id from reimbursement r
    where r.status = ${reimbursementStatus.waiting} and r.created_by <> (select actor())`,
  damage: `select d.order_id from damage_order d where d.status in (${openDamageStatuses.join(', ')})`,
  lost: `select k.order_id from task k where k.kind = '${taskKind.lost}' and k.done_at is null`,
} as const satisfies Partial<Readonly<Record<OrderWait, string>>>

/** Nobody collects a deposit of an order `o` that was called off. */
export const collectsDepositSql = `o.status between ${orderStatus.confirming} and ${orderStatus.returned}`

const isNamed = (wait: keyof typeof namedByWait): string => `o.id in (${namedByWait[wait]})`

/** Which orders `o` wait for what, one condition for the counter and the list that it leads to. */
export const waitSql: Readonly<Record<OrderWait, string>> = {
  conflict: isNamed('conflict'),
  reassign: isNamed('reassign'),
  refund: `o.refund_wait = 'failed'`,
  payback: `o.refund_wait = 'byHand'`,
  payCheck: isNamed('payCheck'),
  authEnded: `${isNamed('authEnded')} and ${collectsDepositSql}`,
  authExpiry: `${isNamed('authExpiry')} and ${collectsDepositSql}`,
  reimburse: isNamed('reimburse'),
  // One that waits for it goes on or runs out by itself.
  prepay: `o.prepay_due_fen > 0 and o.status in (${orderStatus.confirming}, ${orderStatus.confirmed}, ${orderStatus.arranged})`,
  damage: isNamed('damage'),
  lost: isNamed('lost'),
  debt: `${dueSql('o')} > 0 and o.status in (${orderStatus.returned}, ${orderStatus.cancelling}, ${orderStatus.cancelled})`,
}
