import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { formatMoney } from '@cheyi/domain/money'
import { badInput } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type StandingRow, standingRows } from './plan.ts'
import * as store from './store.ts'

/**
 * Records a payment that was received earlier: the late fee of its instalment is calculated as of that date, the ledger
 * entry is dated today.
 * @returns the date, the late fee of the instalment on that date (fen), and the text for the log
 * @throws Refusal badInput (-2) for a date in the future, before the order or in a closed month; forbidden (-3) without
 *   `order.discount` where it reduces the fee
 */
export async function datedBack(ctx: Context, order: OrderRow, of: StandingRow, amount: number, paidAt: number) {
  if (paidAt > ctx.now) throw badInput('paidAt', '到账时间不能晚于现在')
  const [date, today] = [localDate(paidAt), localDate(ctx.now)]
  if (date < localDate(order.createdAt)) throw badInput('paidAt', '到账时间不能早于订单创建')
  if (await store.isMonthClosed(ctx, date)) throw badInput('paidAt', '到账时间所在月份已结账')
  const { row } = of
  const [rows, money] = await Promise.all([store.planRows(ctx.db, order.id), store.rentMoney(ctx, order.id)])
  const all = [...money, { date, amount, seq: row.seq }].toSorted((a, b) =>
    a.date < b.date ? -1 : Number(a.date > b.date),
  )
  const sold = order.quoteSnapshot
  const then = isSoldByTerm(sold) ? standingRows(rows, all, sold.terms, today) : []
  const fee = then.find((one) => one.row.id === row.id)?.fee ?? of.fee
  if (fee < of.fee) ctx.require('order.discount', 'paidAt')
  const change = fee === of.fee ? '' : `，逾期违约金由${formatMoney(of.fee)}变为${formatMoney(fee)}`
  return { date, fee, words: `到账日期${date}${change}` }
}
