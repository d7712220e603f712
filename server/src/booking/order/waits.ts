import { orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { isOver } from '@cheyi/domain/booking/order/steps'
import { MAX_MONEY_OUT_FAILURES, MAX_PAY_QUERIES } from '@cheyi/domain/booking/order/timers'
import { productOf } from '@cheyi/domain/money/deposit/hold'
import { payKind, payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { onlinePayWays } from '@cheyi/domain/money/payment/provider'
import { handoverType, recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

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
 * SQL: what is to go back of an order `o` that nobody has sent, fen: all credit of one that is over, and of one that is out on
 * rent what its return is not waited for with. A settlement that was paid ahead is of the return, and an agreed early end is
 * settled by it as a whole.
 * @param money the row that knows what is owed and on its way, where it is not the order's own
 */
export const creditSql = (o: string, money = o): string =>
  `case when ${o}.status in (${orderStatuses.values.filter(isOver).join(', ')}) then greatest(0, -${dueSql(money)})
      when ${o}.status = ${orderStatus.pickedUp} and ${dueSql(money)} < 0 and not exists (select from termination e
        where e.merchant_id = ${o}.merchant_id and e.order_id = ${o}.id and e.taken_back_at is null)
      then greatest(0, -${dueSql(money)} - (select coalesce(sum(a.amount_fen - a.refunded_fen), 0) from payment a
        where a.merchant_id = ${o}.merchant_id and a.order_id = ${o}.id and a.direction = 'in'
          and a.status = ${paymentStatus.succeeded} and a.pay_kind = ${payKind.settlement}))
      else 0 end`

/** The same of one order as it stands, fen. */
export async function creditOf(ctx: Pick<Context, 'query'>, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select (${creditSql('o')})::bigint as fen from "order" o where o.id = $1`,
    [orderId],
  )
  return row!.fen
}

/** SQL: what of the money of an order `o` waits to go back or was not even sent, fen: what its voucher pays. */
export const refundDueFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})
      + ${creditSql(o)})::bigint`

/** SQL: the way by which all came that waits to go back of an order `o`; null where the ways differ, or some was not even sent. */
export const refundCameSql = (o: string): string =>
  `(select case when ${creditSql(o)} = 0 and min(p.pay_way) = max(p.pay_way) then min(p.pay_way) end
      from payment p where p.order_id = ${o}.id and ${refundDueSql('p')})`

/** SQL: what of the money of an order `o` waits for a person to go back, whatever it is of, or was not even sent, fen. */
export const refundsFenSql = (o: string): string =>
  `((select coalesce(sum(p.amount_fen), 0) from payment p where p.order_id = ${o}.id and (${refundFailedSql('p')} or ${refundByHandSql('p')}))
      + ${creditSql(o)})::bigint`

/**
 * SQL: the customer of an order `o` has brought the car back alone, and nobody has looked at it or settled it yet. Whatever comes after
 * that is not the customer's delay.
 */
export const handedInSql = (o: string): string =>
  `exists (select from pickup_return_record b where b.order_id = ${o}.id and b.type = ${handoverType.return} and b.draft and not b.void
      and (b.verify = ${recordVerify.waiting} or b.handed_in_at is not null))`

/** The same of one order. */
export async function isHandedIn({ db }: Pick<Context, 'db'>, orderId: string): Promise<boolean> {
  const found = sql<{
    handedIn: boolean
  }>`select ${sql.raw(handedInSql('o'))} as handed_in from "order" o where o.id = ${orderId}`
  const { rows } = await found.execute(db)
  return rows[0]?.handedIn === true
}
