import { customerFigures } from '@cheyi/domain/rental/driver/customer'
import { END_OF_TIME } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import type { Follower } from '../../../platform/stream/actions.ts'
import * as store from './store.ts'

/*
 * Stored figures of customers. They are computed again from all rentals of a customer whenever one of them changes, so processing a
 * customer twice changes nothing, and a figure is right however old the changed rental is.
 */

/** Customers per statement, each with all their rentals. */
const BATCH = 200

/** Computes the figures of these customers again; those of deleted ones are removed. */
export async function keepCustomers(ctx: Context, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const [people, rentals] = await Promise.all([store.tagsOf(ctx, some), store.rentalsOf(ctx, some)])
    const of = Map.groupBy(rentals, ({ renterId }) => renterId)
    const figures = people.flatMap(({ id, tags }) =>
      customerFigures(of.get(id) ?? [], tags).map((figure) => ({ personId: id, ...figure })),
    )
    await store.write(ctx, some, figures)
  }
}

/** Computes the figures of all customers. */
export async function keepAllCustomers(ctx: Context): Promise<void> {
  const next = (after: string) => store.idsAfter(ctx, after, BATCH)
  for (let ids = await next('0'); ids.length > 0; ids = await next(ids.at(-1)!)) await keepCustomers(ctx, ids)
}

export const customersFollower: Follower<'order.changed' | 'figures.changed'> = {
  name: 'customers',
  types: ['order.changed', 'figures.changed'],
  begin: keepAllCustomers,
  async follow(ctx, events) {
    const orders = events.flatMap(({ type, data }) => (type === 'order.changed' ? [data.orderId] : []))
    const people = events.flatMap(({ type, data }) =>
      type === 'figures.changed' && data.what === 'person' ? [data.id] : [],
    )
    await keepCustomers(ctx, [...new Set([...(await store.rentersOf(ctx, orders)), ...people])])
    return END_OF_TIME
  },
}
