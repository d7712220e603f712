import { orderItemType, orderKinds, orderStatus, reduceType } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import type { CarDown, CarHeld, CarUsed, ServiceTime } from '@cheyi/domain/insight/data/car-time'
import { incomeOf, openFrom, type Posted, postedOf } from '@cheyi/domain/insight/data/income'
import type { OrderFacts } from '@cheyi/domain/insight/data/order-share'
import type { Slice } from '@cheyi/domain/insight/data/reckon'
import type { Window } from '@cheyi/domain/insight/data/window'
import type { PlanRow } from '@cheyi/domain/money/payment/earning'
import { account } from '@cheyi/domain/money/payment/ledger'
import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { isEndedRow } from '@cheyi/domain/rental/instalment/steps'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import {
  chargeAccountsSql,
  earnedAccountsSql,
  earnedSql,
  rentAccountsSql,
  soldPartsOf,
} from '../../money/payment/actions.ts'

type Asking = Pick<Context, 'query'>

/** SQL: rows of `w` are the windows, `(f, t)`, from the first two parameters. */
const windows = 'unnest($1::timestamptz[], $2::timestamptz[]) w(f, t)'
const ends = (of: readonly Window[]) => [of.map(({ from }) => at(from)), of.map(({ until }) => at(until))]

/**
 * SQL of each window separately, with its ends and days as four parameters: each is looked up in the indexes by its
 * time, which the planner may not do for a join with the windows.
 */
const eachOf = (of: readonly Window[], sql: (f: string, t: string, first: string, last: string) => string): string =>
  of
    .map((_, n) => {
      const [f, t] = [4 * n + 1, 4 * n + 2].map((at) => `$${at}::timestamptz`)
      const [first, last] = [4 * n + 3, 4 * n + 4].map((at) => `$${at}::date`)
      return sql(f!, t!, first!, last!)
    })
    .join(' union ')

const sumOfSql = (accounts: string) =>
  `coalesce(sum(e.credit_fen - e.debit_fen) filter (where e.account in (${accounts})), 0)`
/** SQL: the accounts of the income of orders. */
export const incomes = `${earnedAccountsSql}, ${chargeAccountsSql}`
export const byRows = orderKinds.values.filter((kind) => profileOf(kind).billing === 'instalments').join(', ')
const endedRows = instalmentStatuses.values.filter(isEndedRow).join(', ')
const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** SQL: the rows of the plan of an order `o` that is billed by rows, without those that its end dropped. */
export const planSql = `(select coalesce(jsonb_agg(jsonb_build_object('periodFrom', p.period_from,
    'periodTo', p.period_to, 'amount', p.amount_fen) order by p.seq), '[]')
    from instalment p where p.order_id = o.id and p.status not in (${endedRows}))`

/** SQL: what was sold with an order `o`, by its quote and by renewals. */
export const partsSql = `(select coalesce(jsonb_agg(s order by s."from" nulls first), '[]') from (
    select ${ms('r.old_return_at')} as "from", ${ms('r.new_return_at')} as "to",
      coalesce(sum(i.amount_fen) filter (where i.item_type = ${orderItemType.rental}
        and i.reduce_type is distinct from ${reduceType.channelSubsidy}), 0) as "rentFen",
      coalesce(sum(i.amount_fen) filter (where i.item_type = ${orderItemType.insurance}), 0) as "serviceFen"
    from order_item i left join renewal r on r.id = i.renewal_id
    where i.order_id = o.id and i.status = 'active' group by r.old_return_at, r.new_return_at) s)`

interface Row extends Omit<OrderFacts, 'sold' | 'posted' | 'openFrom' | 'income'> {
  readonly parts: Parameters<typeof soldPartsOf>[0]
  readonly plan: readonly PlanRow[] | null
  readonly agreedTo: number
  readonly postings: readonly Posted[]
  readonly closedTo: LocalDate | null
}

/** SQL: whether an order `o` counts; drafts and discarded drafts do not. */
export const isBooked = `o.status > ${orderStatus.notSubmitted}
       and not (o.status = ${orderStatus.cancelled} and o.prev_status is not distinct from ${orderStatus.notSubmitted})`

/** SQL: whether an order `o` was cancelled; one that still waits for its refund is, too. */
export const isCancelledSql = `o.status in (${orderStatus.cancelling}, ${orderStatus.cancelled})`

/** SQL: whether an order `o` is out. */
const isRunning = 'o.actual_pickup_at is not null and o.actual_return_at is null'

/**
 * The orders of some windows: booked or cancelled in them, out with a customer, or with other income or damage on their
 * days. Drafts and discarded drafts are excluded.
 */
export const ordersIn = (ctx: Asking, of: readonly Window[]): Promise<OrderFacts[]> =>
  factsOf(
    ctx,
    eachOf(
      of,
      (f, t, first, last) => `
        select o.id from "order" o where o.order_kind in (${orderKinds.values}) and o.created_at >= ${f} and o.created_at < ${t}
        union select o.id from "order" o where o.cancelled_at >= ${f} and o.cancelled_at < ${t}
        union select o.id from "order" o
          where o.actual_pickup_at is not null and o.actual_return_at >= ${f} and least(o.pickup_at, o.actual_pickup_at) < ${t}
        union select o.id from "order" o
          where o.actual_pickup_at is not null and o.actual_return_at is null and least(o.pickup_at, o.actual_pickup_at) < ${t}
        union select d.order_id from damage_order d where d.created_at >= ${f} and d.created_at < ${t}
        union select x.order_id from violation x
          where x.occur_at >= ${f} and x.occur_at < ${t} and x.order_id is not null and x.status <> ${violationStatus.void}
        union select e.order_id from ledger_entry e
          where e.account in (${incomes}) and e.posted_on between ${first} and ${last} and e.order_id is not null`,
    ),
    of.flatMap(({ from, until }) => [at(from), at(until), localDate(from), localDate(until - 1)]),
  )

/** These orders, without drafts and discarded drafts. */
export const ordersOf = (ctx: Asking, ids: readonly string[]): Promise<OrderFacts[]> =>
  factsOf(ctx, 'select unnest($1::bigint[]) as id', [ids])

/** @param ids SQL of the ids of the orders, with its values */
async function factsOf(ctx: Asking, ids: string, values: readonly unknown[]): Promise<OrderFacts[]> {
  const rows = await ctx.query<Row>(
    `with ids as (${ids})
     select o.id as order_id, o.store_id, o.model_id, o.source, o.order_kind as kind, o.created_at, o.pickup_at, o.actual_pickup_at,
       o.actual_return_at, case when ${isCancelledSql} then coalesce(o.cancelled_at, o.updated_at) end as cancelled_at,
       o.cancel_by as cancelled_by, (o.quote_snapshot -> 'input' ->> 'returnAt')::bigint as agreed_to,
       (select max(c.month)::text from closed_month c) as closed_to,
       case when o.order_kind in (${byRows}) and ${isRunning} then ${planSql} end as plan,
       case when not (${isRunning}) then '[]' else ${partsSql} end as parts,
       (select coalesce(jsonb_agg(x), '[]') from (
          select l.posted_on as day, l.earned_days as days, ${earnedSql('l')} as earned,
            l.journal = 8 and l.idem_key = 'J8:' || o.id || ':' || to_char(l.posted_on, 'YYYY-MM') as monthly,
            ${sumOfSql(rentAccountsSql)} as "rentFen", ${sumOfSql(`'${account.serviceIncome}'`)} as "serviceFen", ${sumOfSql(chargeAccountsSql)} as "otherFen"
          from ledger_entry e join ledger_txn l on l.merchant_id = e.merchant_id and l.id = e.txn_id
          where e.order_id = o.id and e.account in (${incomes}) group by l.merchant_id, l.id) x) as postings,
       exists (select from renewal r where r.order_id = o.id and r.status = ${renewalStatus.effective}) as renewed,
       (select coalesce(jsonb_agg(${ms('d.created_at')}), '[]') from damage_order d where d.order_id = o.id) as damaged_at,
       (select coalesce(jsonb_agg(${ms('x.occur_at')}), '[]') from violation x
          where x.order_id = o.id and x.status <> ${violationStatus.void}) as violated_at,
       (select coalesce(jsonb_agg(jsonb_build_object('vehicleId', a.vehicle_id::text, 'from', ${ms('a.from_at')}) order by a.id), '[]')
          from vehicle_assignment a where a.order_id = o.id and not a.void) as cars
     from "order" o where o.id in (select id from ids) and ${isBooked}`,
    values,
  )
  return rows.map(({ parts, plan, agreedTo, postings, closedTo, ...row }) => ({
    ...row,
    sold: soldPartsOf(parts, { from: row.pickupAt, to: agreedTo }, plan),
    posted: postedOf(postings),
    openFrom: openFrom(postings, closedTo),
    income: incomeOf(postings),
  }))
}

/** SQL: whether a period overlaps one of the windows. */
const inWindows = (from: string, to: string) =>
  `exists (select from ${windows} where ${from} < t and coalesce(${to}, 'infinity') >= f)`

/** SQL: restricts to the cars of the third parameter, if there are any. */
const ofCars = (column: string, cars: readonly string[] | null) =>
  cars === null ? '' : `and ${column} = any ($3::bigint[])`
const values = (of: readonly Window[], cars: readonly string[] | null) => [
  ...ends(of),
  ...(cars === null ? [] : [cars]),
]

/** Stores of cars in service in some windows; of these cars, or of all. */
export const serviceIn = (ctx: Asking, of: readonly Window[], cars: readonly string[] | null = null) =>
  ctx.query<ServiceTime>(
    `select p.vehicle_id, p.home_store_id as store_id, p.model_id, p.from_at as "from", p.to_at as "to",
         (select min(u.since_at) from vehicle_use u where u.vehicle_id = p.vehicle_id) as uses_from
       from vehicle_period p
      where p.lifecycle = ${lifecycle.inService} and (p.to_at is null or p.to_at > p.from_at)
        and ${inWindows('p.from_at', 'p.to_at')} ${ofCars('p.vehicle_id', cars)}`,
    values(of, cars),
  )

/** SQL: excludes periods that ended before all windows; the end is indexed. */
const endsInWindows = `not a.void and (a.to_at is null or a.to_at >= (select min(f) from ${windows})) and ${inWindows('a.from_at', 'a.to_at')}`

/** Holders of cars in some windows. */
export const carHoldings = (ctx: Asking, of: readonly Window[], cars: readonly string[] | null = null) =>
  ctx.query<CarHeld>(
    `select a.vehicle_id, a.order_id, o.source, o.order_kind as kind, a.from_at as "from", a.to_at as "to",
       a.end_odo - a.start_odo as km
      from vehicle_assignment a join "order" o on o.id = a.order_id
      where ${cars === null ? endsInWindows : `not a.void and ${inWindows('a.from_at', 'a.to_at')}`} ${ofCars('a.vehicle_id', cars)}`,
    values(of, cars),
  )

/** Cars at a garage or an inspection in some windows, by the actual times. */
export const carDownTimes = (ctx: Asking, of: readonly Window[], cars: readonly string[] | null = null) =>
  ctx.query<CarDown>(
    `select k.vehicle_id, k.actual_start as "from", k.actual_end as "to" from ticket k
      where k.kind in (${ticketKind.maintenance}, ${ticketKind.yearly})
        and ${inWindows('k.actual_start', 'k.actual_end')} ${ofCars('k.vehicle_id', cars)}`,
    values(of, cars),
  )

/** When somebody might move cars in some windows; the end is indexed. */
export const carUses = (ctx: Asking, of: readonly Window[], cars: readonly string[] | null = null) =>
  ctx.query<CarUsed>(
    `select u.vehicle_id, u.since_at as "from", u.until_at as "to" from vehicle_use u
      where ${cars === null ? `(u.until_at is null or u.until_at >= (select min(f) from ${windows})) and ` : ''}
        ${inWindows('u.since_at', 'u.until_at')} ${ofCars('u.vehicle_id', cars)}`,
    values(of, cars),
  )

/** The cars that were in service or with a customer in some windows. */
export const carsIn = async (ctx: Asking, of: readonly Window[]): Promise<string[]> => {
  const rows = await ctx.query<{ readonly vehicleId: string }>(
    `select p.vehicle_id from vehicle_period p where p.lifecycle = ${lifecycle.inService} and ${inWindows('p.from_at', 'p.to_at')}
     union select a.vehicle_id from vehicle_assignment a where ${endsInWindows}`,
    ends(of),
  )
  return rows.map(({ vehicleId }) => vehicleId)
}

/** The present and former cars of these orders. */
export const carsOf = async (ctx: Asking, orderIds: readonly string[]): Promise<string[]> => {
  if (orderIds.length === 0) return []
  const rows = await ctx.query<{ readonly vehicleId: string }>(
    'select distinct vehicle_id from vehicle_assignment where order_id = any ($1::bigint[])',
    [orderIds],
  )
  return rows.map(({ vehicleId }) => vehicleId)
}

/** The next orders or vehicles after an id, in the order of their ids. */
export const idsAfter = async (ctx: Asking, of: 'order' | 'vehicle', after: string, most: number): Promise<string[]> =>
  (
    await ctx.query<{ readonly id: string }>(`select id from "${of}" where id > $1 order by id limit $2`, [after, most])
  ).map(({ id }) => id)

/** The first day of these cars in service. */
export const firstInService = async (ctx: Asking, cars: readonly string[]): Promise<LocalDate | null> => {
  const [row] = await ctx.query<{ readonly at: number | null }>(
    'select min(from_at) as at from vehicle_period where vehicle_id = any ($1::bigint[])',
    [cars],
  )
  return row?.at == null ? null : localDate(row.at)
}

/** The first day with money received or paid. */
export const firstTaken = async (ctx: Asking): Promise<LocalDate | null> =>
  (
    await ctx.query<{ readonly day: LocalDate | null }>(
      'select min(moved_on)::text as day from ledger_entry where moved_on is not null',
    )
  )[0]?.day ?? null

export const namesOf = (ctx: Asking, by: 'store' | 'model') =>
  ctx.query<{ readonly id: string; readonly name: string }>(`select id, name from ${by}`)

/** Number of these stores or models that exist. */
export const countOf = async (ctx: Asking, of: 'store' | 'model', ids: readonly string[]): Promise<number> => {
  const rows = await ctx.query<{ readonly n: number }>(
    `select count(*)::int as n from ${of} where id = any ($1::bigint[])`,
    [ids],
  )
  return rows[0]!.n
}

/** The commission of platforms on orders that were earned on the days of a window, fen. */
export async function commissionIn(
  ctx: Asking,
  { storeIds, modelIds, source, kind }: Slice,
  { from, until }: Window,
): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as fen
       from ledger_entry e join "order" o on o.merchant_id = e.merchant_id and o.id = e.order_id
      where e.account = '${account.channelCommission}' and e.posted_on between $1::date and $2::date
        and ($3::bigint[] is null or o.store_id = any ($3)) and ($4::bigint[] is null or o.model_id = any ($4))
        and ($5::int is null or o.source = $5) and ($6::int is null or o.order_kind = $6)`,
    [localDate(from), localDate(until - 1), storeIds ?? null, modelIds ?? null, source ?? null, kind ?? null],
  )
  return row!.fen
}
