import type { contract } from '@cheyi/contract/index'
import { kindsOpenTo } from '@cheyi/domain/booking/order/kinds'
import { findOrders } from '../../booking/order/actions.ts'
import type { Handler } from '../../kernel/context.ts'
import { findVehicles } from '../../rental/arrange/actions.ts'
import { findPeople } from '../../rental/driver/actions.ts'

/** Maximum number of results of each kind: what a phone shows without much scrolling. */
const MOST = 6

/** All records that a keyword may mean and that the caller may open, in one round trip. */
export const search: Handler<typeof contract.overview.search> = async ({ keyword }, ctx) => {
  const [orders, vehicles, people] = await Promise.all([
    findOrders(ctx, keyword, kindsOpenTo(ctx.identity.keys), MOST),
    ctx.can('inventory') ? findVehicles(ctx, keyword, MOST) : [],
    ctx.can('person.view') ? findPeople(ctx, keyword, MOST) : [],
  ])
  return { orders, vehicles, people }
}
