import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { ALL_STORES, ANY_TAG } from '@cheyi/domain/rental/driver/customer'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { buildPage, cursorKeys, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { inSight } from '../../../platform/store/actions.ts'
import { waysOf } from '../find.ts'
import { lockHandled } from '../reach.ts'
import * as people from '../store-person.ts'
import { keepCustomers } from './follow.ts'
import * as store from './store.ts'

type Calls = typeof contract.driver
export type Customer = OutputOf<Calls['customers']>['list'][number]

/** Maximum number of customers that a keyword finds: each of them is looked up. */
const MOST_FOUND = 40
/** Maximum number of tags in a filter. */
const MOST_TAGS = 50

/**
 * The store whose customers are listed: the requested one, or all of the merchant. An account that sees some stores is shown those of the
 * oldest one; a policy of the table allows it no others, and an account that sees its own orders only none at all.
 * @throws Refusal notFound (-4) for a store that is not visible to the account
 */
function shelfOf(ctx: Context, storeId: string | undefined): string {
  if (storeId !== undefined) {
    inSight(ctx, storeId)
    return storeId
  }
  if (ctx.identity.scope === 'all') return ALL_STORES
  const [first = ALL_STORES] = ctx.identity.storeIds.toSorted((a, b) => Number(a) - Number(b))
  return first
}

/** @throws Refusal notFound (-4) for a store that is not visible to the account */
export async function customers(ask: ParsedOf<Calls['customers']>, ctx: Context) {
  const { keyword, storeId, tag = ANY_TAG, sort = 'newest' } = ask
  const shelf = { storeId: shelfOf(ctx, storeId), tag }
  const after = cursorKeys(ask, sort === 'last' ? 'ms' : 'id', 'id')
  const ways = keyword === undefined ? undefined : waysOf(ctx, keyword)
  if (ways === null) return { list: [], nextCursor: null, ...totalOf(0) }
  const among = ways === undefined ? null : await people.matching(ctx.db, ways, MOST_FOUND)
  const rows = await store.page(ctx, shelf, { sort, after, among, limit: pageSize(ask) + 1 })
  const key = (row: store.CustomerRow) =>
    ({ newest: row.personId, orders: row.orders, spent: row.spentFen, owed: row.owedFen, last: row.lastMs })[sort]
  const shown = buildPage(rows, ask, (row) => [key(row), row.personId])
  return { list: shown.rows.map(view), nextCursor: shown.nextCursor, ...totalOf(null) }
}

const view = ({ phoneMask, spentFen, owedFen, lastMs, ...row }: store.CustomerRow): Customer => ({
  ...row,
  phone: phoneMask,
  spent: spentFen,
  owed: owedFen,
  lastAt: lastMs === 0 ? null : lastMs,
})

export const customerTags: HandlerOf<'driver', 'customerTags'> = ({ storeId }, ctx) =>
  store.tags(ctx, shelfOf(ctx, storeId), MOST_TAGS)

/** @throws Refusal notFound (-4) also for a deleted customer */
export const setTags: HandlerOf<'driver', 'setTags'> = async ({ personId, tags }, ctx) => {
  const before = await lockHandled(ctx, personId)
  const saved = await people.place(ctx.db, before, { tags: [...new Set(tags)] })
  // The filter of the list has the new tag at once; an account that sees some stores cannot write the figures of others.
  await ctx.elevated(() => keepCustomers(ctx, [personId]))
  ctx.audit({ targetType: 'person', targetId: personId, before: { tags: before.tags }, after: { tags: saved.tags } })
  return { tags: saved.tags }
}
