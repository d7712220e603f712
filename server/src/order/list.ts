import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { listDateTypes } from '@cheyi/contract/order'
import { orderStatus, orderStatuses, pickupReturnQueryStatus } from '@cheyi/domain/order/codes'
import { kindsOpenTo } from '@cheyi/domain/order/kinds'
import { awaitsPickup, isCancelled, isOnRent, wasPickedUp } from '@cheyi/domain/order/steps'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { at, ms, msOrNull } from '../kernel/instant.ts'
import { cursorKeys, isFirstPage, offsetOf, paged, pageSize, totalOf } from '../kernel/paging.ts'
import { keywordLookup, type Lookup } from './search.ts'
import * as store from './store-list.ts'

type Ask = ParsedOf<typeof contract.order.list>
type Answer = OutputOf<typeof contract.order.list>
type Card = Answer['list'][number]

/** Drafts are listed only when they are asked for. */
const submitted = orderStatuses.values.filter((status) => status !== orderStatus.notSubmitted)
const ended = (status: number): boolean => isCancelled(status) || (wasPickedUp(status) && !isOnRent(status))

/** Limits of a statement: few texts whatever the page size, so that each keeps its plan. */
const LIMITS = [21, 51, 101] as const

/**
 * A page of order cards, and with the first page the counts of the tabs under all filters but the status.
 * Shows the kinds whose page key is held and nothing of stores out of scope.
 */
export async function list(input: Ask, ctx: Context): Promise<Answer> {
  const filter = filterOf(input, ctx)
  const first = isFirstPage(input)
  if (filter === null) return { list: [], ...totalOf(first ? 0 : null), nextCursor: null, counts: first ? [] : null }

  const asked = filter.statuses.filter((status) => input.status === undefined || input.status.includes(status))
  const [rows, counted] = await Promise.all([
    asked.length === 0
      ? []
      : store.page(ctx.query, { ...filter, statuses: asked }, runsOf(asked, sortOf(input)), {
          after: positionOf(input),
          offset: offsetOf(input),
          limit: LIMITS.find((limit) => limit > pageSize(input)) ?? LIMITS[2],
        }),
    first ? store.counts(ctx.query, filter) : null,
  ])
  const page = paged(rows, input, (row) => [row.rank, row.rank === newestRank ? 0 : ms(row.next_at), row.id])
  const total =
    counted && counted.filter(({ status }) => asked.includes(status)).reduce((sum, { count }) => sum + count, 0)
  return {
    list: page.rows.map(card),
    ...totalOf(total),
    nextCursor: page.nextCursor,
    counts: counted as Answer['counts'],
  }
}
