import { orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { isOver } from '@cheyi/domain/booking/order/steps'
import { MAX_MONEY_OUT_FAILURES, MAX_PAY_QUERIES } from '@cheyi/domain/booking/order/timers'
import { productOf } from '@cheyi/domain/money/deposit/hold'
import { onlinePayWays, payKind, payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { handoverType, recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

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

/** SQL: whether the refund of a payment `p` failed so often that staff must handle it. */
export const refundFailedSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.failed} and ${p}.fail_count >= ${MAX_MONEY_OUT_FAILURES}`

/** SQL: whether a payment `p` is refunded by hand; deposits have to-dos of their own. */
export const refundByHandSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status = ${paymentStatus.waiting} and ${p}.pay_mode = ${payMode.offlineOut}
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit})`

/**
 * SQL: whether a payment `p` is a refund that was not completed, except deposits and reimbursements, which have to-dos of
 * their own.
 */
export const refundDueSql = (p: string): string =>
  `${p}.direction = 'out' and ${p}.status in (${paymentStatus.waiting}, ${paymentStatus.failed})
      and ${p}.pay_kind not in (${payKind.rentalDeposit}, ${payKind.violationDeposit}, ${payKind.reimbursement})`

/** SQL: the debt of an order `o`, fen (`dueFen`); a negative value is the part of its credit that can be refunded. */
export const dueSql = (o: string): string => `(${o}.owed_fen + ${o}.refunding_fen)`

/** SQL: when the business of the order `o` ended: it was settled, cancelled or returned; a running one: its booking. */
export const endedAtSql = (o: string): string =>
  `coalesce(${o}.settled_at, ${o}.cancelled_at, ${o}.actual_return_at, ${o}.created_at)`

/**
 * SQL: the credit of an order `o` whose refund was not started, fen: all credit of an order that has ended, and for an order
 * on rent the part that need not wait for its return. A settlement that was paid in advance belongs to the return, and an
 * agreed early end is settled by the return as a whole.
 * @param money the row with the debt and the refunds in progress, where it is not that of the order
 */
export const creditSql = (o: string, money = o): string =>
  `case when ${o}.status in (${orderStatuses.values.filter(isOver).join(', ')}) then greatest(0, -${dueSql(money)})
      when ${o}.status = ${orderStatus.pickedUp} and ${dueSql(money)} < 0 and not exists (select from termination e
        where e.merchant_id = ${o}.merchant_id and e.order_id = ${o}.id and e.taken_back_at is null)
      then greatest(0, -${dueSql(money)} - (select coalesce(sum(a.amount_fen - a.refunded_fen), 0) from payment a
        where a.merchant_id = ${o}.merchant_id and a.order_id = ${o}.id and a.direction = 'in'
          and a.status = ${paymentStatus.succeeded} and a.pay_kind = ${payKind.settlement}))
      else 0 end`

/** The same for one order in its current state, fen. */
export async function creditOf(ctx: Pick<Context, 'query'>, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select (${creditSql('o')})::bigint as fen from "order" o where o.id = $1`,
    [orderId],
  )
  return row!.fen
}

/** SQL: the money of an order `o` whose refund is pending or was not started, fen: the amount that its refund voucher covers. */
export const refundDueFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})
      + ${creditSql(o)})::bigint`

/**
 * SQL: the payment method by which all money to be refunded of an order `o` was paid; null where the methods differ, or a
 * part of the refund was not started.
 */
export const refundCameSql = (o: string): string =>
  `(select case when ${creditSql(o)} = 0 and min(p.pay_way) = max(p.pay_way) then min(p.pay_way) end
      from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})`

/** SQL: the money of an order `o` of any kind whose refund needs staff, or was not started, fen. */
export const refundsFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and (${refundFailedSql('p')} or ${refundByHandSql('p')}))
      + ${creditSql(o)})::bigint`

/**
 * SQL: the customer of an order `o` has returned the car by self-service, and staff have neither reviewed nor settled it.
 * Time after that does not count as a delay by the customer.
 */
export const handedInSql = (o: string): string =>
  `exists (select from pickup_return_record b where b.order_id = ${o}.id and b.type = ${handoverType.return} and b.draft and not b.void
      and (b.verify = ${recordVerify.waiting} or b.handed_in_at is not null))`

/** The same for one order. */
export async function isHandedIn({ db }: Pick<Context, 'db'>, orderId: string): Promise<boolean> {
  const found = sql<{
    handedIn: boolean
  }>`select ${sql.raw(handedInSql('o'))} as handed_in from "order" o where o.id = ${orderId}`
  const { rows } = await found.execute(db)
  return rows[0]?.handedIn === true
}
