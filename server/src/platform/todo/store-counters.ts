import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { EXPIRY_WARN_DAYS } from '@cheyi/domain/fleet/inventory/papers'
import { kindsCountedAt, type PendingSubject, statusKinds } from '@cheyi/domain/platform/pending-work/kinds'
import type { Counter } from '@cheyi/domain/platform/todo/counters'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { requestStatus } from '@cheyi/domain/rental/driver/request'
import { awaitingFilings } from '@cheyi/domain/rental/violation/lease'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import type { Context } from '../../kernel/context.ts'
import { TOTAL_CAP } from '../../kernel/db/paging.ts'
import { countsNowSql, keptCountsSql } from '../pending-work/actions.ts'

/** What is counted of a subject: the kinds that the account may see, and the counters that it has a permission for. */
export interface AskedSubject {
  readonly subject: PendingSubject
  readonly kinds: readonly number[]
  readonly shown: readonly Counter[]
}

/** Counts of some kinds of a subject. */
export interface KindCounts {
  /** The subjects that are in any of the shown counters, each counted once. */
  readonly waiting: number
  of(counter: Counter): { readonly count: number; readonly fen: number }
}

/**
 * Counts of the asked subjects. Kinds that are the status of their order are not read row by row, because an installation has
 * thousands of orders without a car: their numbers are kept. `leases`: contracts that must be filed with the police, which are
 * counted in the same statement.
 */
export async function counts(
  { query, identity }: Context,
  asked: readonly AskedSubject[],
  { storeId, leases }: { readonly storeId: string | undefined; readonly leases: boolean },
): Promise<{
  of(subject: PendingSubject, kinds: readonly number[]): KindCounts
  readonly leases: number
}> {
  const shown = asked.flatMap((one) => one.shown)
  const kept = identity.scope === 'own' ? [] : statusKinds.filter((kind) => shown.includes(kind))
  const rows = await query<{
    subject: PendingSubject | 'lease'
    orderKind: number
    kind: Counter | null
    n: number
    subjects: number
    fen: number | null
  }>(
    `select w.subject, w.order_kind, w.kind, count(*)::int as n,
       count(distinct w.subject_id) filter (where w.status_kind is null or w.status_kind <> all ($7::text[]))::int as subjects, sum(w.counts_fen)::bigint as fen
       from pending_work w
      where w.kind = any ($1::text[]) and w.subject || '/' || w.order_kind = any ($2::text[]) and ${countsNowSql('w')}
        and ($3::bigint is null or w.store_id = $3 and w.kind = any ($4::text[])
          or w.return_store_id = $3 and w.kind = any ($5::text[]))
      group by grouping sets ((w.subject, w.order_kind, w.kind), (w.subject, w.order_kind))
     union all
     select 'order', t.order_kind, t.kind, sum(t.n)::int, sum(t.n)::int, null from (${keptCountsSql()}) t
      where t.kind = any ($7::text[]) and t.order_kind = any ($8::smallint[])
        and ($3::bigint is null or t.store_id = $3 and t.kind = any ($4::text[]) or t.return_store_id = $3 and t.kind = any ($5::text[]))
      group by grouping sets ((t.order_kind, t.kind), (t.order_kind))
     union all
     select 'lease', 0, 'leaseFiling', count(*)::int, count(*)::int, null from lease_filing l
      where $6 and l.status in (${awaitingFilings.join()}) and ($3::bigint is null or l.store_id = $3)`,
    [
      shown.filter((kind) => !kept.some((one) => one === kind)),
      asked.flatMap(({ subject, kinds }) => kinds.map((kind) => `${subject}/${kind}`)),
      storeId ?? null,
      kindsCountedAt('pickup'),
      kindsCountedAt('return'),
      leases,
      kept,
      asked.find(({ subject }) => subject === 'order')?.kinds ?? [],
    ],
  )
  return {
    of(subject, kinds) {
      const mine = rows.filter((row) => row.subject === subject && kinds.includes(row.orderKind))
      return {
        waiting: sumOf(mine.filter(({ kind }) => kind === null).map(({ subjects }) => subjects)),
        of(counter) {
          const found = mine.filter(({ kind }) => kind === counter)
          return {
            count: Math.min(sumOf(found.map(({ n }) => n)), TOTAL_CAP),
            fen: sumOf(found.map(({ fen }) => fen ?? 0)),
          }
        },
      }
    },
    leases: rows.find(({ subject }) => subject === 'lease')?.n ?? 0,
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)

/**
 * Vehicles in service whose documents expire within the warning period, and those in turnaround between two rentals, by the same conditions
 * as the vehicle list. `waiting`: either of the two, each vehicle once. An array is read once; as a join the occupancies would be read for
 * each vehicle, since the planner expects one vehicle behind the condition on a store that may be null.
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
       select 'turnaround', v.id from vehicle v where ${isAsked} and v.id = any (array(select c.vehicle_id from occupancy c
         where c.active and (c.order_status = ${orderStatus.returned} or c.kind = ${occupancyKind.stop} and c.ref_id = c.vehicle_id)
           and c.from_at <= (select app_now()) and c.to_at > (select app_now()) and c.to_at <= (select app_now()) + interval '1 day'))) v`,
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
