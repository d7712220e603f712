import { smallestSpare } from './count.ts'
import { copies } from './plan.ts'
import type { Interval, Pool, Request, Search } from './pool.ts'

/** What may be sold of a stay. */
export interface Sale {
  /** Vehicles free for the whole stay, for anybody. */
  readonly free: number
  /** Of these, what the source may still sell. */
  readonly count: number
  /** A date of the stay is closed for the source: a stop-sale of all units. */
  readonly closed: boolean
}

/** Vehicles free for the whole interval: no more than the smallest spare, and each with a plan for every order. */
export function freeCount(pool: Pool, interval: Interval, search: Search): number {
  const { spare } = smallestSpare(pool, interval)
  return spare <= 0 ? 0 : copies(pool, interval, spare, search)
}

/**
 * What a source may sell of a stay by the rules of selling. Stop-sales restrict selling only; they never move or refuse
 * an order that stands.
 */
export function sellable(pool: Pool, source: number, request: Request, search: Search): Sale {
  const all = smallestSpare(pool, request, { without: request.refId })
  const own = smallestSpare(pool, request, { without: request.refId, source })
  const closed = pool.stopSales.some(
    (stop) =>
      stop.quantity === 'all' &&
      (stop.channels.length === 0 || stop.channels.includes(source)) &&
      stop.from < (request.to ?? Number.POSITIVE_INFINITY) &&
      (stop.to === null || request.from < stop.to),
  )
  const free = all.spare <= 0 ? 0 : copies(pool, request, all.spare, search)
  return { free, count: closed ? 0 : Math.max(0, Math.min(free, own.spare)), closed }
}
