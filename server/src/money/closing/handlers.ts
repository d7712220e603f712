import { contract } from '@cheyi/contract/index'
import { closableFrom, daysOf, monthOf, monthsBetween, openPoint } from '@cheyi/domain/money/closing/month'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { formatDateTime } from '@cheyi/domain/time'
import { type Context, implement } from '../../kernel/context.ts'
import { openBills } from '../reconcile/actions.ts'
import { accrueUnconfirmed, refuseNoMonth } from './actions.ts'
import { balance, balanceExport } from './balance.ts'
import { nextOf } from './next.ts'
import * as store from './store.ts'

/** The number of months shown: three years. */
const SHOWN = 36

/** The unfinished items until the end of a month, of all stores; an account with access to some stores gets only the counts. */
const pointsOf = (ctx: Context, month: string) =>
  ctx.elevated(async () => {
    const bills = await openBills(ctx, daysOf(month)[1])
    const counts = [
      [openPoint.accruals, await store.unearnedOrders(ctx, month)],
      [openPoint.shifts, await store.openShifts(ctx, month)],
      [openPoint.bills, bills.uncompared],
      [openPoint.differences, bills.differing],
    ] as const
    return counts.flatMap(([kind, count]) => (count === 0 ? [] : [{ kind, count }]))
  })

export const closing = implement(contract.closing, {
  async state(_, ctx) {
    const [closed, next] = await Promise.all([store.closedMonths(ctx, SHOWN), nextOf(ctx)])
    return {
      next:
        next === null ? null : { ...next, closableAt: closableFrom(next.month), open: await pointsOf(ctx, next.month) },
      closed,
    }
  },

  /**
   * Closes the months until the given one, permanently. Running postings are waited for; later ones come too late for these months.
   * @throws Refusal badInput (-2) for a closed or unfinished month, naming what is open; stale (-5) for another month than the one that
   * is due
   */
  async close({ month }, ctx) {
    refuseNoMonth(month)
    await store.holdBooks(ctx)
    const [next, [last]] = await Promise.all([nextOf(ctx), store.closedMonths(ctx, 1)])
    if (last !== undefined && month <= last.month) throw badInput('month', `${month} 已经结账`)
    if (month >= monthOf(ctx.now)) throw badInput('month', `${month} 还没有结束，不能结账`)
    if (next?.month !== month) throw new Refusal('stale')
    const from = closableFrom(month)
    if (ctx.now < from) throw badInput('month', `${month} 须在 ${formatDateTime(from)} 之后结账`)
    if ((await pointsOf(ctx, month)).length > 0) throw badInput('month', `${month} 还有未完成事项，请处理后再结账`)
    await accrueUnconfirmed(ctx, monthsBetween(next.from, month))
    await store.insertClosed(ctx, month)
    ctx.audit({ targetType: 'month', targetId: month.replace('-', ''), after: { month, from: next.from } })
    return { month }
  },

  balance,
  balanceExport,
})
