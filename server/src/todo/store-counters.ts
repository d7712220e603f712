import { depositKind } from '@cheyi/domain/deposit/codes'
import { requestStatus } from '@cheyi/domain/driver/request'
import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { EXPIRY_WARN_DAYS } from '@cheyi/domain/inventory/papers'
import { type OrderStatus, orderStatus, orderStatuses } from '@cheyi/domain/order/codes'
import { awaitsPickup, isOnRent } from '@cheyi/domain/order/steps'
import { type Counter, counterKeys, isOfOrders, type OrderCounter } from '@cheyi/domain/todo/counters'
import { taskKind } from '@cheyi/domain/todo/task'
import { depositDueSql } from '../deposit/actions.ts'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/db/instant.ts'
import { TOTAL_CAP } from '../kernel/db/paging.ts'
import { settingSql } from '../merchant/actions.ts'
import {
  collectsDepositSql,
  dueSql,
  namedByWait,
  ordersTally,
  refundDueFenSql,
  talliesOf,
  waitSql,
} from '../order/actions.ts'

export const orderCounters = (Object.keys(counterKeys) as Counter[]).filter(isOfOrders)

const listed = (of: (status: number) => boolean) => orderStatuses.values.filter(of).join(', ')

/** The store asked for ($1, null for any) at either end, or at the end where the job is done. */
const eitherEnd = '($1::bigint is null or o.store_id = $1 or o.return_store_id = $1)'
const pickupEnd = '($1::bigint is null or o.store_id = $1)'
const returnEnd = '($1::bigint is null or o.return_store_id = $1)'

/** What should have come back before is overdue, its grace included. `storeSettings`: settings of the order's pickup store. */
export const lateBeforeSql = (storeSettings: string): string =>
  `(select app_now()) - make_interval(mins => ${settingSql('graceMinutes', storeSettings)})`

/** Those that count a whole status: a sum that is kept says how many. */
const statusOf: Partial<Readonly<Record<OrderCounter, OrderStatus>>> = {
  confirm: orderStatus.confirming,
  cancelling: orderStatus.cancelling,
  arrange: orderStatus.confirmed,
}

/** Counters are bits of a number: an order that is looked at once may stand in several. */
const bit = (counter: OrderCounter): number => 1 << orderCounters.indexOf(counter)
const bitsOf = (counters: readonly OrderCounter[]): number => counters.reduce((bits, counter) => bits | bit(counter), 0)
/** SQL of the bits of those counters whose condition holds. */
const bitsWhere = (conditions: Partial<Readonly<Record<OrderCounter, string>>>): string =>
  Object.entries(conditions)
    .map(([counter, where]) => `case when ${where} then ${bit(counter as OrderCounter)} else 0 end`)
    .join(' + ')

/** What an order `o` counts for: the counters as bits, and what it comes to, fen, of those with a sum. */
const looked = (bits: string | number, fen: string, from: string) =>
  `select o.order_kind as kind, o.id, o.status, ${bits} as bits, ${fen} as fen from ${from}`

/**
 * What is handed over or comes back today, and what is overdue: all of what is open and due before the end of today. With both ends
 * PostgreSQL guesses few of them for a plan that it keeps; with one it guesses a third, and plans each call anew.
 */
const todaySql = looked(
  bitsWhere({
    pickup: `o.status in (${listed(awaitsPickup)}) and o.next_at >= $2 and ${pickupEnd}`,
    return: `o.status in (${listed(isOnRent)}) and o.next_at >= $2 and ${returnEnd}`,
    overdue: `o.status in (${listed(isOnRent)}) and o.next_at < (select app_now()) and ${returnEnd}
        and o.return_at < (select ${lateBeforeSql('st.settings')} from store st where st.id = o.store_id)`,
  }),
  'null::bigint',
  `"order" o where o.status in (${listed((status) => awaitsPickup(status) || isOnRent(status))}) and o.next_at > '-infinity' and o.next_at < $3`,
)

/** Orders that are named by something beside them. */
const namedSql = looked(
  `case when ${collectsDepositSql} then k.bits else k.bits & ~${bitsOf(['authEnded', 'authExpiry'])} end`,
  'null::bigint',
  `(select order_id, bit_or(bits) as bits from (${Object.entries(namedByWait)
    .map(
      ([wait, orders]) => `select order_id, ${bit(wait as keyof typeof namedByWait)} as bits from (${orders}) ${wait}`,
    )
    .join('\n        union all ')}) w group by order_id) k join "order" o on o.id = k.order_id where ${eitherEnd}`,
)

/** Orders with money to go back by hand, or whose refund failed: few payments wait to go out at any time. */
const refundsSql = looked(
  bitsWhere({ refund: waitSql.refund, payback: waitSql.payback }),
  refundDueFenSql('o'),
  `"order" o where o.refund_wait is not null and ${eitherEnd}`,
)

/** Counters whose orders are summed by a column that the order keeps. */
const summedBy = {
  prepay: looked(bit('prepay'), 'o.prepay_due_fen', `"order" o where ${waitSql.prepay} and ${eitherEnd}`),
  debt: looked(bit('debt'), dueSql('o'), `"order" o where ${waitSql.debt} and ${eitherEnd}`),
  rentalDeposit: looked(
    bit('rentalDeposit'),
    'o.rental_free_fen',
    `"order" o where ${depositDueSql(depositKind.rental)} and ${returnEnd}`,
  ),
  violationDeposit: looked(
    bit('violationDeposit'),
    'o.violation_free_fen',
    `"order" o where ${depositDueSql(depositKind.violation)} and ${returnEnd}`,
  ),
} as const satisfies Partial<Readonly<Record<OrderCounter, string>>>

/** The orders of counters of a whole status. */
const ofStatusSql = (counter: OrderCounter, status: OrderStatus) =>
  looked(bit(counter), 'null::bigint', `"order" o where o.status = ${status} and ${eitherEnd}`)

/** The same without the orders, from the sums that are kept. */
function talliedSql(kinds: readonly number[], tallies: string): string {
  const sums = kinds.flatMap((kind) =>
    Object.entries(statusOf).map(([counter, status]) => ({ kind, status, bits: bit(counter as OrderCounter) })),
  )
  // By a list of names: joined to it, all that is kept of the merchant may be read.
  const by = (value: (sum: (typeof sums)[number]) => number) =>
    `case o.name ${sums.map((sum) => `when '${ordersTally(sum.kind, sum.status)}' then ${value(sum)}`).join(' ')} end`
  return `select 'all' as part, (${by(({ kind }) => kind)})::smallint as kind, (${by(({ status }) => status)})::smallint as status,
      ${by(({ bits }) => bits)} as bits, sum(o.n)::int as n, null::bigint as fen
      from ${tallies} o where o.name in (${sums.map(({ kind, status }) => `'${ordersTally(kind, status)}'`).join(', ')}) and ${eitherEnd}
      group by o.name`
}

/** What the counters with an amount come to, by their names. */
const sumOf = {
  prepayFen: 'prepay',
  debtFen: 'debt',
  rentalDepositFen: 'rentalDeposit',
  violationDepositFen: 'violationDeposit',
  refundFen: 'refund',
  paybackFen: 'payback',
} as const satisfies Readonly<Record<string, OrderCounter>>

/**
 * Every order is looked at once for all kinds, which are literals, so that PostgreSQL keeps the cached query plan. They come
 * as few numbers: how many are alike. `more`: those shown that are not among today's, each once.
 */
function countsSql(kinds: readonly number[], tallies: string | null): string {
  const ofKinds = `o.order_kind in (${kinds.join(', ')})`
  const looks = [
    namedSql,
    refundsSql,
    ...Object.values(summedBy),
    ...(tallies !== null
      ? []
      : Object.entries(statusOf).map(([counter, status]) => ofStatusSql(counter as OrderCounter, status))),
  ]
  const alike = (part: CountRow['part'], fen: string) =>
    `select '${part}' as part, kind, status, bits, count(*)::int as n, ${fen} as fen from ${part} group by kind, status, bits`
  return `with today as materialized (${todaySql} and ${ofKinds}),
    others as materialized (${looks.map((look) => `${look} and ${ofKinds}`).join('\n    union all ')})
  ${alike('today', 'null::bigint')}
  union all ${alike('others', 'sum(fen)::bigint')}
  union all select 'more', kind, 0::smallint, 0, count(distinct id)::int, null from others o
    where bits & $4::int <> 0 and status <> all ($5::smallint[])
      and not exists (select from today t where t.id = o.id and t.bits & $4 <> 0) group by kind
  ${tallies === null ? '' : `union all ${talliedSql(kinds, tallies)}`}`
}

/** Orders that count alike: how many, and what they come to, fen. */
interface CountRow {
  readonly part: 'today' | 'others' | 'more' | 'all'
  readonly kind: number
  readonly status: number
  readonly bits: number
  readonly n: number
  readonly fen: number | null
}

type OrderCounts = Readonly<Record<OrderCounter, number>>

/** What the counters with an amount come to. */
type Sums = Readonly<Record<keyof typeof sumOf, number>>

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
  const tallies = identity.scope === 'own' ? null : talliesOf(identity, ask.storeId !== undefined)
  // An order has one status: what these sums say is added, and nobody of theirs is counted again.
  const summed = tallies === null ? [] : ask.shown.flatMap((counter) => statusOf[counter] ?? [])
  const shown = bitsOf(ask.shown)
  const rows = await query<CountRow>(countsSql(ask.kinds, tallies), [
    ask.storeId ?? null,
    at(ask.from),
    at(ask.to),
    shown,
    summed,
  ])
  return ask.kinds.map((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind)
    const sum = (where: (row: CountRow) => boolean, value: (row: CountRow) => number) =>
      ofKind.reduce((total, row) => (where(row) ? total + value(row) : total), 0)
    const standsIn = (counter: OrderCounter) => (row: CountRow) => (row.bits & bit(counter)) !== 0
    const counted = Object.fromEntries(
      orderCounters.map((counter) => [
        counter,
        Math.min(
          sum(standsIn(counter), ({ n }) => n),
          TOTAL_CAP,
        ),
      ]),
    ) as OrderCounts
    const sums = Object.fromEntries(
      Object.entries(sumOf).map(([name, counter]) => [name, sum(standsIn(counter), ({ fen }) => fen ?? 0)]),
    ) as Sums
    const onceEach = ({ part, status, bits }: CountRow) =>
      part === 'more' ||
      ((bits & shown) !== 0 && (part === 'all' || (part === 'today' && !summed.includes(status as OrderStatus))))
    return { kind, ...counted, ...sums, waiting: sum(onceEach, ({ n }) => n) }
  })
}

/**
 * Vehicles in service with papers that run out within the warning, and those being got ready between two rentals, as the
 * fleet's list shows them; `waiting`: either, each once.
 */
export async function ofFleet(
  query: Context['query'],
  storeId: string | undefined,
): Promise<{ papers: number; turnaround: number; waiting: number }> {
  const inService = `v.lifecycle = ${lifecycle.inService}
        and ($1::bigint is null or v.home_store_id = $1 or v.current_store_id = $1)`
  // Few are being got ready, each looked up by its id: `offset 0` keeps PostgreSQL from going through the fleet for them.
  const [row] = await query<{ papers: number; turnaround: number; waiting: number }>(
    `select (count(*) filter (where w.papers))::int as papers, (count(*) filter (where not w.papers))::int as turnaround,
      count(distinct w.id)::int as waiting
     from (select v.id, true as papers from vehicle v where ${inService}
          and v.papers_end_on <= (select app_now() at time zone 'Asia/Shanghai')::date + ${EXPIRY_WARN_DAYS}
      union all select v.id, false from (select distinct c.vehicle_id from occupancy c
          where c.active and (c.order_status = ${orderStatus.returned} or c.kind = ${occupancyKind.stop} and c.ref_id = c.vehicle_id)
          and c.from_at <= (select app_now()) and c.to_at > (select app_now())
          and c.to_at <= (select app_now()) + interval '1 day') c,
        lateral (select v.id from vehicle v where v.id = c.vehicle_id and ${inService} offset 0) v) w`,
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
