import type { contract } from '@cheyi/contract/index'
import { isOvernight } from '@cheyi/domain/money/till/shift'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import type { Handler } from '../../kernel/context.ts'
import { todosOf } from '../../platform/todo/list/actions.ts'
import { figures } from './store-home.ts'

const SHOWN = 20
/** Days of the trend, today included. */
const TREND = 14

/** The home page: pending work for today, sales of today, present state of the cars. */
export const home: Handler<typeof contract.overview.home> = async ({ storeId, limit = SHOWN }, ctx) => {
  const today = localDate(ctx.now)
  const weekAgo = addDays(today, -7)
  // There are no stored sums for a user's own orders: two days are queried, without a trend.
  const days =
    ctx.identity.scope === 'own' ? [] : Array.from({ length: TREND }, (_, day) => addDays(today, day + 1 - TREND))
  const money = ctx.can('data.money')
  const [todos, { fleet, shift, unshifted, billedOn, weekAgo: billedThen }] = await Promise.all([
    todosOf(ctx, { storeId, limit }),
    figures(ctx, {
      storeId,
      billedOn: money ? (days.length === 0 ? [weekAgo, today] : days) : [],
      weekAgo,
      asOf: ctx.now - 7 * DAY,
      shift: !ctx.can('order.payment') ? null : money && ctx.identity.scope !== 'own' ? 'all' : 'own',
      today,
    }),
  ])
  const { total, rented, maintenance, shunting } = fleet
  return {
    ...todos,
    shift: shift && { ...shift, overnight: isOvernight(shift.openedAt, ctx.now) },
    unshifted: shift === null && unshifted ? unshifted : null,
    income: money ? { today: billedOn(today), weekAgo: billedThen, days: days.map(billedOn) } : null,
    fleet: { total, rented, free: total - rented - maintenance - shunting, maintenance, shunting },
  }
}
