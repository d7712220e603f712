import type { KnownCar, KnownHolders, KnownOrder, Report } from '@cheyi/domain/rental/violation/holders'
import type { CarTime } from '@cheyi/domain/rental/violation/match'
import { seizeOrders, startAgain } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { carTimes } from './store.ts'

/* Who had the cars of many reports, for imports of violations and of bills. */

/** Whether the user may access a store. */
export function sightOf({ identity: { scope, storeIds } }: Pick<Context, 'identity'>): KnownHolders['inSight'] {
  return (storeId) => scope === 'all' || storeIds.includes(storeId)
}

/** Rental times of the cars around the minutes of the reports of their plates. Call it within `ctx.elevated`. */
export function timesOf(
  ctx: Context,
  cars: readonly KnownCar[],
  reports: readonly Report[],
): Promise<ReadonlyMap<string, CarTime>> {
  const minutes = Map.groupBy(reports, ({ plate }) => plate)
  const asked = cars.flatMap(({ vehicleId, plate, former }) => {
    const of = [...new Set([plate, ...former.map((one) => one.plate)])].flatMap((one) => minutes.get(one) ?? [])
    const times = of.map(({ occurAt }) => occurAt)
    return times.length === 0
      ? []
      : [{ vehicleId, first: times.reduce((a, b) => Math.min(a, b)), last: times.reduce((a, b) => Math.max(a, b)) }]
  })
  return carTimes(ctx, asked)
}

/** The orders with these ids, by id. Call it within `ctx.elevated`. */
export async function knownOrders(ctx: Context, ids: readonly string[]): Promise<KnownHolders['orders']> {
  const orders = await ctx.query<KnownOrder>(
    'select id, order_no, store_id, return_store_id from "order" where id = any ($1::bigint[])',
    [[...new Set(ids)]],
  )
  return new Map(orders.map((order) => [order.id, order]))
}

/**
 * Locks everything that the rows of a table concern: first the orders, in one statement and in the usual order, then the register, so that
 * no other transaction registers the same until these are written.
 * @returns the known data, read under the locks
 */
export async function lockHolders<Facts>(
  ctx: Context,
  read: () => Promise<Facts>,
  ordersOf: (facts: Facts) => readonly string[],
  register: (ctx: Context) => Promise<unknown>,
): Promise<Facts> {
  const held = new Set(ordersOf(await read()))
  await ctx.elevated(() => seizeOrders(ctx, [...held]))
  await register(ctx)
  const facts = await read()
  // The assignment of a car changed between the two reads.
  const more = ordersOf(facts).filter((id) => !held.has(id))
  if (more.length > 0) throw startAgain(ctx, more)
  return facts
}
