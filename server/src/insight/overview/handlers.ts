import { contract } from '@cheyi/contract/index'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { isOvernight } from '@cheyi/domain/money/cash-shift/shift'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import { findOrders } from '../../booking/order/actions.ts'
import { type Handler, implement } from '../../kernel/context.ts'
import { todosOf } from '../../platform/todo/list/actions.ts'
import { findVehicles } from '../../rental/arrange/actions.ts'
import { findPeople } from '../../rental/driver/actions.ts'
import { figures } from './store-home.ts'

/** Maximum number of results of each kind: what a phone shows without much scrolling. */
const MOST = 6

/** All records that a keyword may mean and that the caller may open, in one round trip. */
const search: Handler<typeof contract.overview.search> = async ({ keyword }, ctx) => {
  const [orders, vehicles, people] = await Promise.all([
    findOrders(ctx, keyword, kindsOpenTo(ctx.identity.keys), MOST),
    ctx.can('inventory') ? findVehicles(ctx, keyword, MOST) : [],
    ctx.can('person.view') ? findPeople(ctx, keyword, MOST) : [],
  ])
  return { orders, vehicles, people }
}

const SHOWN = 20
/** Days of the trend, today included. */
const TREND = 14

/** The home page: pending work for today, sales of today, present state of the cars. */
const home: Handler<typeof contract.overview.home> = async ({ storeId, limit = SHOWN }, ctx) => {
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
  const { total, rented, maintenance, relocation } = fleet
  return {
    ...todos,
    shift: shift && { ...shift, overnight: isOvernight(shift.openedAt, ctx.now) },
    unshifted: shift === null && unshifted ? unshifted : null,
    income: money ? { today: billedOn(today), weekAgo: billedThen, days: days.map(billedOn) } : null,
    fleet: { total, rented, free: total - rented - maintenance - relocation, maintenance, relocation },
  }
}

export const overview = implement(contract.overview, { home, search })
