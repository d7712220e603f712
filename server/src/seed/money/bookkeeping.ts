import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { closableFrom, monthOf } from '@cheyi/domain/money/closing/month'
import { accrualUntil, monthEnd } from '@cheyi/domain/money/payment/earning'
import { earningEntry } from '@cheyi/domain/money/payment/ledger'
import { addMonths, MINUTE } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { accrueMonth, commissionDue, earningOf, post } from '../../money/payment/actions.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Whole months before today in which a rental of the demo may have begun. */
const PLAYED_MONTHS = 6

/** Cars that are out have earned at the end of each month, as the timer of a running server posts it. */
export async function earnMonths(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { query } = await stage.context(cast.finance, now)
  const out = await query<{ id: string }>(`select id from "order" where status = ${orderStatus.pickedUp} order by id`)
  let hasOldMonth = false
  for (let ago = PLAYED_MONTHS; ago > 0; ago--) {
    const month = addMonths(`${monthOf(now)}-01`, -ago).slice(0, 7)
    const ctx = await stage.context(cast.finance, Math.min(now, monthEnd(month).end + 30 * MINUTE))
    let isOld = false
    for (const { id } of out) {
      const order = await lockOrder(ctx, id)
      // The last month is posted by days.
      if (!hasOldMonth && ago > 1) isOld = (await postAsBefore(ctx, order, month)) || isOld
      else await accrueMonth(ctx, order, month)
    }
    hasOldMonth ||= isOld
  }
}

/**
 * Posts a month of an order as an earlier release did: each part of the price with the month in which its period begins, without the days to
 * which it belongs. So the demo has a month with orders in 收入差异.
 * @returns whether the order was out
 */
async function postAsBefore(ctx: Context, order: OrderRow, month: string): Promise<boolean> {
  const { end, lastDay } = monthEnd(month)
  if (order.actualPickupAt === null || order.actualPickupAt >= end) return false
  const found = await earningOf(ctx, order, month)
  const begun = found.sold.filter(({ period }) => period.from < end)
  const amount = accrualUntil(begun, Math.max(...begun.map(({ period }) => period.to)))
  const commissionFen = commissionDue(order, found, amount)
  await post(ctx, order.id, earningEntry(order.id, month, { ...amount, commissionFen }), { postedOn: lastDay })
  return true
}

/** The newest month that could be closed is closed, and has vouchers for the bookkeeper. */
export async function closeBooks(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const month = [1, 2]
    .map((ago) => addMonths(`${monthOf(now)}-01`, -ago).slice(0, 7))
    .find((one) => closableFrom(one) <= now)!
  // A month is closed in the first days of the next one: only the last month that is over can be closed.
  const then = stage.as(cast.finance, closableFrom(month))
  const { next } = await then(contract.closing.state, {})
  for (const { kind, count, mayAccept } of next?.open ?? [])
    if (mayAccept) await then(contract.closing.accept, { month, kind, count, reason: '月初先结账，单据到齐后再确认' })
  await then(contract.closing.close, { month })
  const act = stage.as(cast.finance, now)
  await act(contract.merchant.saveSetting, { settings: { taxpayer: taxpayer.general } })
  await act(contract.bookkeeping.make, { month })
}
