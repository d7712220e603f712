import { depositKind } from '@cheyi/domain/deposit/codes'
import { requestStatus } from '@cheyi/domain/driver/request'
import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { EXPIRY_WARN_DAYS } from '@cheyi/domain/inventory/papers'
import { type OrderStatus, orderKinds, orderStatus, orderStatuses } from '@cheyi/domain/order/codes'
import { awaitsPickup, isOnRent } from '@cheyi/domain/order/steps'
import { type Counter, counterKeys, isOfOrders, type OrderCounter } from '@cheyi/domain/todo/counters'
import { taskKind } from '@cheyi/domain/todo/task'
import { depositDueSql } from '../deposit/actions.ts'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import { TOTAL_CAP } from '../kernel/db/paging.ts'
import { settingSql } from '../merchant/actions.ts'
import { ordersTally, refundDueSql, tallies, waitSql } from '../order/actions.ts'

export const orderCounters = (Object.keys(counterKeys) as Counter[]).filter(isOfOrders)

const listed = (of: (status: number) => boolean) => orderStatuses.values.filter(of).join(', ')

/** The store asked for ($1, null for any) at either end, or at the end where the job is done. */
const eitherEnd = '($1::bigint is null or o.store_id = $1 or o.return_store_id = $1)'
const pickupEnd = '($1::bigint is null or o.store_id = $1)'
const returnEnd = '($1::bigint is null or o.return_store_id = $1)'
const today = 'o.next_at >= $2 and o.next_at < $3'

/** What should have come back before is overdue, its grace included. `storeSettings`: settings of the order's pickup store. */
export const lateBeforeSql = (storeSettings: string): string =>
  `(select app_now()) - make_interval(mins => ${settingSql('graceMinutes', storeSettings)})`

/** Which orders each counter counts. */
const wheres: Readonly<Record<OrderCounter, string>> = {
  confirm: `o.status = ${orderStatus.confirming} and ${eitherEnd}`,
  cancelling: `o.status = ${orderStatus.cancelling} and ${eitherEnd}`,
  refund: `${waitSql.refund} and ${eitherEnd}`,
  payback: `${waitSql.payback} and ${eitherEnd}`,
  payCheck: `${waitSql.payCheck} and ${eitherEnd}`,
  authEnded: `${waitSql.authEnded} and ${eitherEnd}`,
  authExpiry: `${waitSql.authExpiry} and ${eitherEnd}`,
  reimburse: `${waitSql.reimburse} and ${eitherEnd}`,
  prepay: `${waitSql.prepay} and ${eitherEnd}`,
  debt: `${waitSql.debt} and ${eitherEnd}`,
  damage: `${waitSql.damage} and ${eitherEnd}`,
  lost: `${waitSql.lost} and ${eitherEnd}`,
  arrange: `o.status = ${orderStatus.confirmed} and ${eitherEnd}`,
  conflict: `${waitSql.conflict} and ${eitherEnd}`,
  reassign: `${waitSql.reassign} and ${eitherEnd}`,
  pickup: `o.status in (${listed(awaitsPickup)}) and ${today} and ${pickupEnd}`,
  return: `o.status in (${listed(isOnRent)}) and ${today} and ${returnEnd}`,
  overdue: `o.status in (${listed(isOnRent)}) and o.next_at < (select app_now()) and o.return_at < (select ${lateBeforeSql('st.settings')} from store st where st.id = o.store_id) and ${returnEnd}`,
  rentalDeposit: `${depositDueSql(depositKind.rental)} and ${returnEnd}`,
  violationDeposit: `${depositDueSql(depositKind.violation)} and ${returnEnd}`,
}

/** Those that count a whole status: a sum that is kept says how many. */
const statusOf: Partial<Readonly<Record<OrderCounter, OrderStatus>>> = {
  confirm: orderStatus.confirming,
  cancelling: orderStatus.cancelling,
  arrange: orderStatus.confirmed,
}

/**
 * The orders of one counter, each with its status, which tells those that a kept sum counts already.
 * Kinds are literals in the SQL text, so that PostgreSQL keeps the cached query plan.
 */
const ordersSql = (counter: OrderCounter) =>
  `(select '${counter}' as counter, o.id, o.status from "order" o
      where o.order_kind = k.kind and ${wheres[counter]} limit ${TOTAL_CAP})`

const sumSql = (status: OrderStatus) =>
  `(select least(coalesce(sum(o.n), 0), ${TOTAL_CAP})::int from ${tallies} o
    where o.name = case k.kind ${orderKinds.values.map((kind) => `when ${kind} then '${ordersTally(kind, status)}'`).join(' ')} end
      and ${eitherEnd})`

/** What refunds of the orders `k.kind` come to that go back by hand, or failed: few payments wait to go out at any time. */
const refundsSql = `select coalesce(sum(p.amount_fen) filter (where ${waitSql.refund}), 0)::bigint as refund_fen,
        coalesce(sum(p.amount_fen) filter (where ${waitSql.payback}), 0)::bigint as payback_fen
      from payment p join "order" o on o.id = p.order_id
      where ${refundDueSql('p')} and o.order_kind = k.kind and ${eitherEnd}`

/** Sums of a column that the order keeps, by the counter whose orders they are of. */
const kept = {
  prepayFen: ['prepay', 'prepay_due_fen'],
  debtFen: ['debt', 'owed_fen'],
  rentalDepositFen: ['rentalDeposit', 'rental_free_fen'],
  violationDepositFen: ['violationDeposit', 'violation_free_fen'],
} as const satisfies Readonly<Record<string, readonly [OrderCounter, string]>>

const keptSql = (sum: string, counter: OrderCounter, column: string) =>
  `(select coalesce(sum(o.${column}), 0)::bigint from "order" o where o.order_kind = k.kind and ${wheres[counter]}) as "${sum}"`

const countsSql = (kinds: readonly number[], tallied: boolean) => {
  const summed = (counter: OrderCounter) => (tallied ? statusOf[counter] : undefined)
  const counted = orderCounters.filter((counter) => summed(counter) === undefined)
  return `
  select k.kind, c.*, r.*, ${orderCounters
    .flatMap((counter) => {
      const status = summed(counter)
      return status === undefined ? [] : [`${sumSql(status)} as "${counter}"`]
    })
    .concat(Object.entries(kept).map(([sum, [counter, column]]) => keptSql(sum, counter, column)))
    .join(',\n    ')}
  from (values ${kinds.map((kind) => `(${kind}::smallint)`).join(', ')}) k (kind),
    lateral (select ${counted
      .map((counter) => `(count(*) filter (where w.counter = '${counter}'))::int as "${counter}"`)
      .join(',\n      ')},
      (count(distinct w.id) filter (where w.counter = any ($4::text[]) and w.status <> all ($5::smallint[])))::int as orders
      from (${counted.map(ordersSql).join('\n      union all ')}) w) c,
    lateral (${refundsSql}) r`
}

type OrderCounts = Readonly<Record<OrderCounter, number>>

/** What the counters with an amount come to. */
type Sums = Readonly<Record<keyof typeof kept | 'refundFen' | 'paybackFen', number>>

/** `waiting`: the orders that stand in any counter that was shown, each once. */
export type CounterRow = { readonly kind: number; readonly waiting: number } & Sums & OrderCounts

interface CountsAsk {
  readonly kinds: readonly number[]
  readonly storeId: string | undefined
  readonly from: number
  readonly to: number
  /** The counters that are shown. */
  readonly shown: readonly OrderCounter[]
}

/** Every counter for each kind of order, in one statement; `from` and `to` are the ends of today. */
export async function counts({ query, identity }: Context, ask: CountsAsk): Promise<CounterRow[]> {
  const tallied = identity.scope !== 'own'
  // An order has one status: what these sums say is added, and nobody of theirs is counted again.
  const summed = tallied ? ask.shown.filter((counter) => statusOf[counter] !== undefined) : []
  const rows = await query<Omit<CounterRow, 'waiting'> & { orders: number }>(countsSql(ask.kinds, tallied), [
    ask.storeId ?? null,
    at(ask.from),
    at(ask.to),
    ask.shown,
    summed.map((counter) => statusOf[counter]!),
  ])
  return rows.map(({ orders, ...row }) => ({
    ...(row as OrderCounts & Sums & { kind: number }),
    waiting: summed.reduce((sum, counter) => sum + (row as OrderCounts)[counter], orders),
  }))
}

/**
 * Vehicles in service with papers that run out within the warning, and those being got ready between two rentals, as the
 * fleet's list shows them; `waiting`: either, each once.
 */
export async function ofFleet(
  query: Context['query'],
  storeId: string | undefined,
): Promise<{ papers: number; turnaround: number; waiting: number }> {
  const cars = `from vehicle v where v.lifecycle = ${lifecycle.inService}
        and ($1::bigint is null or v.home_store_id = $1 or v.current_store_id = $1)`
  const [row] = await query<{ papers: number; turnaround: number; waiting: number }>(
    `select (count(*) filter (where w.papers))::int as papers, (count(*) filter (where not w.papers))::int as turnaround,
      count(distinct w.id)::int as waiting
     from (select v.id, true as papers ${cars}
          and v.papers_end_on <= (select app_now() at time zone 'Asia/Shanghai')::date + ${EXPIRY_WARN_DAYS}
      union all select v.id, false ${cars} and v.id = any (array(
        select c.vehicle_id from occupancy c
          where c.active and (c.order_status = ${orderStatus.returned} or c.kind = ${occupancyKind.stop} and c.ref_id = c.vehicle_id)
          and c.from_at <= (select app_now()) and c.to_at > (select app_now())
          and c.to_at <= (select app_now()) + interval '1 day'))) w`,
    [storeId ?? null],
  )
  return row!
}

/** Bills of providers with differences that wait for somebody, and what customers asked for of their data. */
export async function ofOffice(
  query: Context['query'],
  storeId: string | undefined,
): Promise<{ bills: number; requests: number }> {
  const [row] = await query<{ bills: number; requests: number }>(
    `select (select count(*)::int from task where kind = '${taskKind.bill}' and done_at is null
        and ($1::bigint is null or store_id is null or store_id = $1)) as bills,
      (select count(*)::int from person_request where status = ${requestStatus.open}) as requests`,
    [storeId ?? null],
  )
  return row!
}
