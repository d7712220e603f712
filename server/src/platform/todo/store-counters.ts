import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { EXPIRY_WARN_DAYS } from '@cheyi/domain/fleet/inventory/papers'
import {
  type Counter,
  counterKeys,
  type IllegalCounter,
  illegalCounters,
  isOfOrders,
  type OrderCounter,
  type TicketCounter,
} from '@cheyi/domain/platform/todo/counters'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { kindsCountedAt, type WaitSubject } from '@cheyi/domain/platform/waiting/kinds'
import { requestStatus } from '@cheyi/domain/rental/driver/request'
import { awaitingFilings } from '@cheyi/domain/rental/violation/lease'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import type { Context } from '../../kernel/context.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { countsNowSql } from '../waiting/actions.ts'

export const orderCounters = (Object.keys(counterKeys) as Counter[]).filter(isOfOrders)

interface CountsAsk {
  /** Kinds of orders. */
  readonly kinds: readonly number[]
  readonly storeId: string | undefined
  readonly shown: readonly OrderCounter[]
  readonly ticketKinds: readonly number[]
  /** Of ticket counters, those that are shown. */
  readonly shownOfTickets: readonly TicketCounter[]
  readonly illegals: boolean
}

/** Violations belong to one kind of order. */
const illegalKinds = [0]

/** Counts of one kind of order, or of all tickets or violations. */
export interface KindCounts<C extends Counter> {
  /** The orders (tickets, violations) that are in any of the shown counters, each counted once. */
  readonly waiting: number
  of(counter: C): { readonly count: number; readonly fen: number }
}

/** The shown counters with their sums, for each kind of order; and those of tickets and violations. */
export async function counts(
  { query }: Context,
  { kinds, storeId, shown, ticketKinds, shownOfTickets, illegals }: CountsAsk,
): Promise<{
  readonly orders: ReadonlyMap<number, KindCounts<OrderCounter>>
  readonly tickets: KindCounts<TicketCounter>
  readonly illegals: KindCounts<IllegalCounter>
  /** Contracts that must be filed with the police. */
  readonly leases: number
}> {
  const rows = await query<{
    subject: WaitSubject | 'lease'
    orderKind: number
    kind: Counter | null
    n: number
    orders: number
    fen: number | null
  }>(
    `select w.subject, w.order_kind, w.kind, count(*)::int as n, count(distinct w.subject_id)::int as orders, sum(w.counts_fen)::bigint as fen
       from waiting w
      where w.kind = any ($1::text[]) and w.order_kind = any (case w.subject when 'order' then $2::smallint[] when 'ticket' then $6::smallint[] else $7::smallint[] end) and ${countsNowSql('w')}
        and ($3::bigint is null or w.store_id = $3 and w.kind = any ($4::text[])
          or w.return_store_id = $3 and w.kind = any ($5::text[]))
      group by grouping sets ((w.subject, w.order_kind, w.kind), (w.subject, w.order_kind))
     union all
     select 'lease', 0, 'leaseFiling', count(*)::int, count(*)::int, null from lease_filing l
      where $8 and l.status in (${awaitingFilings.join()}) and ($3::bigint is null or l.store_id = $3)`,
    [
      [...shown, ...shownOfTickets, ...illegalCounters],
      kinds,
      storeId ?? null,
      kindsCountedAt('pickup'),
      kindsCountedAt('return'),
      ticketKinds,
      illegals ? illegalKinds : [],
      illegals,
    ],
  )
  const summed = (of: typeof rows): KindCounts<Counter> => ({
    waiting: sumOf(of.filter(({ kind }) => kind === null).map(({ orders }) => orders)),
    of(counter) {
      const found = of.filter(({ kind }) => kind === counter)
      return {
        count: Math.min(sumOf(found.map(({ n }) => n)), TOTAL_CAP),
        fen: sumOf(found.map(({ fen }) => fen ?? 0)),
      }
    },
  })
  const about = (subject: WaitSubject) => rows.filter((row) => row.subject === subject)
  return {
    orders: new Map(kinds.map((kind) => [kind, summed(about('order').filter(({ orderKind }) => orderKind === kind))])),
    tickets: summed(about('ticket')),
    illegals: summed(about('illegal')),
    leases: rows.find(({ subject }) => subject === 'lease')?.n ?? 0,
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)

/**
 * Vehicles in service whose documents expire within the warning period, and those in turnaround between two rentals, by the same conditions
 * as the vehicle list. `waiting`: either of the two, each vehicle once.
 */
export async function ofFleet(
  query: Context['query'],
  storeId: string | undefined,
): Promise<{ papers: number; turnaround: number; waiting: number }> {
  const isAsked = `v.lifecycle = ${lifecycle.inService} and ($1::bigint is null or v.home_store_id = $1 or v.current_store_id = $1)`
  const [row] = await query<{ papers: number; turnaround: number; waiting: number }>(
    `select count(*) filter (where of = 'papers')::int as papers, count(*) filter (where of = 'turnaround')::int as turnaround,
       count(distinct id)::int as waiting
     from (select 'papers' as of, v.id from vehicle v
         where ${isAsked} and v.papers_end_on <= ((select app_now()) at time zone 'Asia/Shanghai')::date + ${EXPIRY_WARN_DAYS}
       union all
       select 'turnaround', v.id from vehicle v where ${isAsked} and v.id in (select c.vehicle_id from occupancy c
         where c.active and (c.order_status = ${orderStatus.returned} or c.kind = ${occupancyKind.stop} and c.ref_id = c.vehicle_id)
           and c.from_at <= (select app_now()) and c.to_at > (select app_now()) and c.to_at <= (select app_now()) + interval '1 day')) v`,
    [storeId ?? null],
  )
  return row!
}

/** Open tasks of provider bills with differences, open data requests of customers, and messages to channels that were given up. */
export async function ofOffice(
  query: Context['query'],
  storeId: string | undefined,
): Promise<{ bills: number; requests: number; dead: number; deadSource: number | null }> {
  const [row] = await query<{ bills: number; requests: number; dead: number; deadSource: number | null }>(
    `select (select count(*)::int from task where kind = '${taskKind.bill}' and done_at is null
        and ($1::bigint is null or store_id is null or store_id = $1)) as bills,
      (select count(*)::int from person_request where status = ${requestStatus.open}) as requests, d.dead, d.source as dead_source
      from (select count(*)::int as dead, min(source) as source from channel_event where state = ${deliveryStates.code.dead}) d`,
    [storeId ?? null],
  )
  return row!
}
