import { source as sources } from '../../../booking/order/codes.ts'
import { stockRuleModes } from '../../../sales/channel/codes.ts'
import type { Instant } from '../../../time.ts'
import { PAPERS_AHEAD } from '../board.ts'
import type { ChannelShare, Interval, Pool, Request, Search } from '../pool.ts'
import { copies, type Room } from './copies.ts'
import { covers, createCounts, meets, momentsOf, smallestSpare, stoppedCount, totalAt } from './count.ts'

/** How many vehicles a source may sell for the period of a rental. */
export interface Sale {
  /** Vehicles free for the whole rental, for every source. */
  readonly free: number
  /** Of these, what the source may still sell. */
  readonly count: number
  /** A date of the rental is closed for the source: nothing is sold, whatever is free. */
  readonly closed: boolean
  /** The search ended before it was known whether more are free. */
  readonly open?: true
}

/** What the caller knows besides the pool. */
export interface SaleRules {
  /** Staff with the permission may sell what is guaranteed to channels (own sales, source 1, only). */
  readonly override?: boolean
  /** The price calendar closes a date of the rental for the source. */
  readonly closed?: boolean
  /** Number of further rentals that fit, from a longer search of the caller. */
  readonly room?: Room
}

const mode = stockRuleModes.code

/** Vehicles free for the whole interval: at most the smallest spare, and each with a plan for every order. */
export function freeCount(pool: Pool, interval: Interval, search: Search): number {
  const { spare } = smallestSpare(pool, interval)
  return copies(pool, interval, spare, search).count
}

/**
 * What a source may sell of a rental. It leaves what is still guaranteed to other channels and its own buffer, and
 * stays within its own cap. Stop-sales and shares only restrict new sales; they never move or refuse an existing order.
 */
export function sellable(pool: Pool, source: number, request: Request, search: Search, rules: SaleRules = {}): Sale {
  const without = request.refId
  const papers = request.from + PAPERS_AHEAD
  const counts = createCounts(pool, { without, papers, within: request })
  const { spare } = counts.worst(request)
  const room = rules.room ?? copies(pool, request, spare, search)
  const free = Math.max(0, Math.min(room.count, spare))
  const closed = rules.closed === true || isClosed(pool, source, request)
  const open = room.open && { open: true as const }
  if (closed || free === 0) return { free, count: 0, closed, ...open }

  const shares = pool.shares ?? []
  const own = shares.find((share) => share.source === source)
  if (own?.paused && without === undefined) return { free, count: 0, closed, ...open }
  const used = (channel: number, t: Instant): number =>
    pool.occupancies.filter((row) => row.source === channel && row.refId !== without && covers(row, t)).length
  const guarantees =
    rules.override && source === sources.offline
      ? []
      : shares.filter((share) => share.source !== source && share.mode === mode.guaranteed && !share.paused)
  const kept = (t: Instant): number =>
    guarantees.reduce((sum, share) => sum + Math.max(0, share.value - used(share.source, t)), 0)
  const named = pool.stopSales.some((stop) => stop.channels.length > 0)
  const forSource = named ? createCounts(pool, { without, papers, source, within: request }) : counts
  const moments = shares.length === 0 ? [] : momentsOf(pool, request)
  const left = Math.min(
    room.count,
    forSource.worst(request).spare,
    ...(guarantees.length === 0 ? [] : moments.map((t) => forSource.at(t).spare - kept(t))),
  )
  const cap = own === undefined ? Number.POSITIVE_INFINITY : capOf(own, pool, moments)
  const peak = Math.max(0, ...moments.map((t) => used(source, t)))
  return { free, count: Math.max(0, Math.min(left - (own?.bufferUnits ?? 0), cap - peak)), closed, ...open }
}

/** Limit of simultaneous orders of the channel: a share of the smallest fleet, a number, or none. */
function capOf(share: ChannelShare, pool: Pool, moments: readonly Instant[]): number {
  if (share.mode === mode.capFixed) return share.value
  if (share.mode !== mode.capShare) return Number.POSITIVE_INFINITY
  const total = Math.min(...moments.map((t) => totalAt(pool, t)))
  return Math.floor((share.value * total) / 100)
}

/** Whether a stop-sale of all units, for every source or this one, overlaps the rental. */
function isClosed(pool: Pool, source: number, interval: Interval): boolean {
  return pool.stopSales.some((stop) => {
    if (!meets(stop, interval) || (stop.channels.length > 0 && !stop.channels.includes(source))) return false
    const total = totalAt(pool, Math.max(stop.from, interval.from))
    return stoppedCount(stop, total) >= total
  })
}
