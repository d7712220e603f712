import { contract } from '@cheyi/contract/index'
import { closableFrom, monthOf, monthsBetween } from '@cheyi/domain/money/closing/month'
import { mayAcceptPoint } from '@cheyi/domain/money/closing/point'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { formatDateTime } from '@cheyi/domain/time'
import { implement } from '../../kernel/context.ts'
import { accrueUnconfirmed, refuseNoMonth } from './actions.ts'
import { balance, balanceExport } from './balance.ts'
import { nextOf } from './next.ts'
import { closingPointName, openPointsOf } from './points.ts'
import * as store from './store.ts'

/** The number of months shown: three years. */
const SHOWN = 36

export const closing = implement(contract.closing, {
  async state(_, ctx) {
    const [closed, next, bridged] = await Promise.all([
      store.closedMonths(ctx, SHOWN),
      nextOf(ctx),
      store.monthsWithoutDays(ctx, SHOWN),
    ])
    return {
      next:
        next === null ? null : { ...next, closableAt: closableFrom(next.month), open: await openPointsOf(ctx, next) },
      closed,
      bridged,
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
    const hindering = (await openPointsOf(ctx, next)).filter(({ hinders }) => hinders)
    if (hindering.length > 0) {
      const names = hindering.map(({ name, count }) => `${name} ${count}`).join('、')
      throw badInput('month', `${month} 还有未完成事项：${names}`)
    }
    await accrueUnconfirmed(ctx, monthsBetween(next.from, month))
    await store.insertClosed(ctx, month)
    ctx.audit({ targetType: 'month', targetId: month.replace('-', ''), after: { month, from: next.from } })
    return { month }
  },

  /**
   * Accepts that a point stays undone for a month, with its count: more of it hinders the closing again.
   * @throws Refusal badInput (-2) for a point that must be done; stale (-5) for another month than the one that is due, or when the count
   * has changed since it was seen
   */
  async accept({ month, kind, count, reason }, ctx) {
    refuseNoMonth(month)
    await store.holdMonths(ctx)
    const next = await nextOf(ctx)
    if (next?.month !== month) throw new Refusal('stale')
    if (!mayAcceptPoint(kind)) throw badInput('kind', `${closingPointName(kind)}必须处理，不能说明后结账`)
    const point = (await openPointsOf(ctx, next)).find((one) => one.kind === kind)
    if (point?.count !== count) throw new Refusal('stale')
    await store.insertAcceptance(ctx, { month, kind, count, reason })
    ctx.audit({
      targetType: 'month',
      targetId: month.replace('-', ''),
      after: { month, kind: point.name, count, reason },
    })
    return { kind, count }
  },

  balance,
  balanceExport,
})
