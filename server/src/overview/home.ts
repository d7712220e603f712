import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { isOvernight } from '@cheyi/domain/till/shift'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { todosOf } from '../todo/list/actions.ts'
import * as store from './store-home.ts'

const SHOWN = 20

/** The day at a glance: what waits until tonight, what was sold today, what the cars are doing. */
export async function home(
  { storeId, limit = SHOWN }: ParsedOf<typeof contract.overview.home>,
  ctx: Context,
): Promise<OutputOf<typeof contract.overview.home>> {
  const today = localDate(ctx.now)
  const [todos, billed, fleet] = await Promise.all([
    todosOf(ctx, { storeId, limit }),
    ctx.can('data.money') ? store.billedOn(ctx, { storeId, dates: [today, addDays(today, -7)] }) : null,
    store.fleet(ctx.query, storeId),
  ])
  const { total, rented, maintenance, shunting, shiftStore: storeName, shiftAt: openedAt } = fleet
  return {
    ...todos,
    shift:
      storeName === null || openedAt === null || !ctx.can('order.payment')
        ? null
        : { storeName, openedAt, overnight: isOvernight(openedAt, ctx.now) },
    income: billed && { today: billed[0], weekAgo: billed[1] },
    fleet: { total, rented, free: total - rented - maintenance - shunting, maintenance, shunting },
  }
}
