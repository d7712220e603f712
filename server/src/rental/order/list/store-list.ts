import { type OrderKind, type OrderStatus, orderStatus } from '@cheyi/domain/booking/order/codes'
import type { ViolationAt } from '@cheyi/domain/money/deposit/codes'
import type { PendingRefund } from '@cheyi/domain/money/payment/codes'
import { type PlanDue, planDue, planDues } from '@cheyi/domain/rental/instalment/codes'
import { recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, dateOfEpochDay, localDate } from '@cheyi/domain/time'
import { type CarOut, carOutSql, carsOfSql, lateCarsOfSql, listedCarModelSql } from '../../../booking/order/car.ts'
import { agreedViolationAtSql, violationAtSql } from '../../../booking/order/return-terms.ts'
import { dueTally, lateTally, noDroppedDraft, ordersTally } from '../../../booking/order/tally.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { at } from '../../../kernel/db/instant.ts'
import { namedRows } from '../../../kernel/db/named-rows.ts'
import { TOTAL_CAP } from '../../../kernel/db/paging.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { talliesSql } from '../../../kernel/db/tallies.ts'
import { depositLaterSql } from '../../../money/deposit/actions.ts'
import { settingSql } from '../../../platform/merchant/actions.ts'
import { handedInSql } from '../../pickup-return/actions.ts'

/*
 * The order list, the most frequent read of the product: one statement for a page, one for the counts of the tabs. Every
 * status of every kind (at every store) is one range of an index, which is read in the order of the page and only up to the
 * size of a page; the ranges are merged. Kinds and statuses are part of the SQL text and not parameters: then one generic
 * plan fits all parameter values and PostgreSQL caches it. Otherwise it would plan each execution, at five times the cost of
 * the query. Conditions are comparisons that can be pushed below row-level security: no LIKE, no range operator.
 */

/** The end of an order that a store must match. */
export type StoreEnd = 'either' | 'pickup' | 'return'

/** Half-open interval, epoch ms; a missing side is unbounded. */
export interface Between {
  readonly from?: number
  readonly to?: number
}

export interface ListFilter {
  readonly kinds: readonly OrderKind[]
  readonly statuses: readonly number[]
  /** All statuses except drafts are selected, so the newest orders can be read from one range instead of a merge of eight. */
  readonly everyStatus: boolean
  readonly stores: { readonly ids: readonly string[]; readonly end: StoreEnd } | null
  /** A statement that returns the candidate IDs (column id), with its parameters first; null: all orders. */
  readonly among: { readonly text: string; readonly values: readonly unknown[] } | null
  /**
   * The account may see only orders that it created or drove. More selective conditions are evaluated first, and the policy
   * then filters their rows.
   */
  readonly own: string | null
  readonly sources?: readonly number[]
  readonly modelId?: string
  readonly pickupType?: number
  readonly depositStatuses?: readonly number[]
  readonly depositPayStatuses?: readonly number[]
  readonly depositLater?: boolean
  readonly overdue?: boolean
  readonly planDue?: PlanDue
  readonly selfCheckWaiting?: boolean
  readonly nextAt?: Between
  readonly pickupAt?: Between
  readonly returnAt?: Between
  readonly createdAt?: Between
}

/** One run of rows with one sort order; runs follow each other by rank. */
export interface Run {
  readonly rank: number
  readonly statuses: readonly number[]
  /**
   * `next`: earliest step first; `latest`: by the time of ending, latest first; `newest`: by creation, newest first; `due`:
   * the oldest unpaid instalment first.
   */
  readonly order: 'next' | 'latest' | 'newest' | 'due'
}

/** The end of the previous page: rank, sort key (ms, 0 for `newest`), ID. */
export interface Position {
  readonly rank: number
  readonly at: number
  readonly id: string
}

export interface CardRow {
  id: string
  orderNo: string
  orderKind: Columns['orderKind']
  status: Columns['order.status']
  source: Columns['order.source']
  modelName: string
  plate: string | null
  pickupAt: number
  returnAt: number
  nextAt: number
  pickupType: Columns['pickupType']
  returnType: Columns['returnType']
  storeName: string
  returnStoreName: string
  days: number
  overHours: number
  contactName: string
  contactPhoneMask: string
  totalFen: number
  paidFen: number
  refundedFen: number
  owedFen: number
  refundingFen: number
  platformFen: number
  refundExpenseFen: number
  writtenOffFen: number
  prepayDueFen: number
  depositStatus: Columns['depositStatus']
  depositPayStatus: Columns['depositPayStatus']
  depositLater: ViolationAt | null
  heldDepositFen: number
  pendingRefund: PendingRefund | null
  overdue: boolean
  nextDueOn: string | null
  nextDueFen: number
  instalments: number
  instalmentsPaid: number
  instalmentsOverdue: number
  carOut: CarOut | null
  selfService: boolean
  tags: string[]
  payDeadline: number | null
  confirmDeadline: number | null
  version: number
  rank: number
}

/** Above this number of stores, a page reads the ranges of all stores and filters them, because most rows then match. */
const STORES_BY_RANGE = 3
/** Up to this number, each store is a separate parameter instead of an array. */
const FEW_STORES = 10

const columns = `o.id, o.order_no, o.order_kind, o.status, o.source, o.plate, o.pickup_at, o.return_at, o.next_at,
  o.pickup_type, o.return_type, o.store_id, o.return_store_id, o.model_id, o.vehicle_id, o.days, o.over_hours, o.contact_name,
  o.contact_phone_mask, o.total_fen, o.paid_fen, o.refunded_fen, o.owed_fen, o.refunding_fen, o.platform_fen, o.refund_expense_fen, o.prepay_due_fen, o.deposit_status, o.deposit_pay_status, o.held_deposit_fen,
  o.pending_refund, o.self_service, o.tags, o.pay_deadline, o.confirm_deadline, o.version, o.next_due_on, o.next_due_fen, o.instalments,
  o.instalments_paid, o.instalments_overdue,
  ${agreedViolationAtSql('o')} as violation_agreed`

/**
 * The return time and the grace period have passed, and the customer has not returned the car by self-service.
 * `storeSettings`: the settings of the pickup store.
 */
const overdueSql = (storeSettings: string): string =>
  `(o.status = ${orderStatus.pickedUp}
    and o.return_at < (select app_now()) - make_interval(mins => ${settingSql('graceMinutes', storeSettings)})
    and not ${handedInSql('o')})`

/** Collects the parameters of a statement and returns their placeholders. */
class Values {
  readonly list: unknown[]
  readonly #shared = new Map<unknown, string>()
  constructor(first: readonly unknown[] = []) {
    this.list = [...first]
  }
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
  /** Returns the same placeholder each time for the same value. */
  share(value: unknown): string {
    const place = this.#shared.get(value) ?? this.add(value)
    this.#shared.set(value, place)
    return place
  }
}

/** One page of cards in the order of the runs: at most `limit` rows after `offset`. */
export async function page(
  query: Context['query'],
  filter: ListFilter,
  runs: readonly Run[],
  { after, offset, limit }: { after: Position | null; offset: number; limit: number },
): Promise<CardRow[]> {
  const parts = partsOf(filter)
  const left = runs.filter((run) => after === null || run.rank >= after.rank)
  const ranges = left.flatMap((run) => rangesOf(parts, run, after?.rank === run.rank ? after : null, offset + limit))
  const [first, ...others] = ranges
  if (first === undefined) return []
  const skipped = offset > 0 ? `offset ${parts.values.add(offset)}` : ''
  // Ranges of one run are merged by the columns that their indexes are sorted by: then each is read only as far as the page needs it.
  const by = left.length === 1 ? orders[left[0]!.order].by : 'rank, key, tie'
  const rows =
    others.length === 0 && offset === 0
      ? first
      : `select * from (${union(ranges)}) o order by ${by} limit ${limit} ${skipped}`
  return query<CardRow>(
    `with ${parts.among === '' ? '' : `${parts.among},`} page as materialized (${rows}),
      ${namedRows('stores', 'name, settings', 'store', 'page', 'store_id', 'return_store_id')},
      ${carsOfSql('page')}, ${lateCarsOfSql('page')}, ${namedRows('models', 'name', 'model', '(select model_id from page union all select model_id from cars) p', 'model_id')},
      written_off as materialized (select order_id, sum(amount_fen - recovered_fen) as fen from write_off
        where order_id = any (array(select id from page)) group by order_id)
    select o.*, s.name as store_name, r.name as return_store_name, ${listedCarModelSql('o', 'm.name')} as model_name, ${carOutSql('o', 'late_cars')} as car_out,
      ${overdueSql('s.settings')} as overdue,
      coalesce(w.fen, 0) as written_off_fen,
      ${depositLaterSql('o', violationAtSql('o.violation_agreed'))} as deposit_later
    from page o join stores s on s.id = o.store_id join stores r on r.id = o.return_store_id
      join models m on m.id = o.model_id left join written_off w on w.order_id = o.id
    order by o.rank, o.key, o.tie`,
    parts.values.list,
  )
}

/** The number of matching orders by status, each count limited to one above the cap; statuses without orders are omitted. */
export async function counts(
  { query }: Context,
  filter: ListFilter,
): Promise<{ status: OrderStatus; count: number }[]> {
  const parts = partsOf(filter)
  const { values, where } = parts
  if (isTallied(filter))
    return query(
      `select split_part(o.name, ' ', 3)::int as status, least(sum(o.n), ${TOTAL_CAP + 1})::int as count from ${talliesSql} o
       where o.name = any (${values.add(tallyNames(filter))}) and ${atStores(parts)} group by 1 having sum(o.n) > 0`,
      values.list,
    )
  const kinds = filter.kinds.join(', ')
  const stores = filter.stores
  const sides = stores === null ? ['true'] : sidesOf(stores.end, (column) => isAny(parts, column), parts)
  const few = fewOf(parts)
  const counted =
    few === null
      ? filter.statuses.flatMap((status) =>
          sides.map(
            (side) => `select ${status} as status, count(*) from (select from "order" o where o.order_kind in (${kinds})
              and o.status = ${status} and ${side} and ${where} limit ${TOTAL_CAP + 1}) matching`,
          ),
        )
      : few.map(
          (one) => `select o.status, count(*) from "order" o
           where ${one} and ${amongWhere(parts, filter.statuses)} group by o.status`,
        )
  return query(
    `${parts.among === '' ? '' : `with ${parts.among}`} select status, least(sum(count), ${TOTAL_CAP + 1})::int as count from (${union(counted)}) counted
     group by status having sum(count) > 0`,
    values.list,
  )
}

/** The number of matching orders with an instalment that is due, or late; each count limited to one above the cap. */
export async function planCounts(
  { query, now }: Context,
  filter: ListFilter,
): Promise<{ planDue: PlanDue; count: number }[]> {
  const parts = partsOf(filter)
  if (isTallied(filter)) return talliedPlans({ query, now }, parts)
  const few = fewOf(parts)?.map((one) => `(${one})`) ?? ['true']
  const counted = planDues.values.map(
    (code) => `select ${code} as plan_due, (select count(*)::int from (select from "order" o where ${planDueSql(code)}
      and (${few.join(' or ')}) and ${amongWhere(parts, filter.statuses)} limit ${TOTAL_CAP + 1}) matching) as count`,
  )
  return query(`${parts.among === '' ? '' : `with ${parts.among}`} ${union(counted)}`, parts.values.list)
}

/** Only kinds, statuses and stores are filtered: then the stored sums give the counts. */
function isTallied({ kinds: _, statuses: __, everyStatus: ___, stores: ____, ...narrower }: ListFilter): boolean {
  return Object.values(narrower).every((one) => one === undefined || one === null)
}

const tallyNames = ({ kinds, statuses }: ListFilter): string[] =>
  kinds.flatMap((kind) => statuses.map((status) => ordersTally(kind, status)))

/** The same counts from the stored sums, in one scan of their names. */
async function talliedPlans({ query, now }: Pick<Context, 'query' | 'now'>, parts: Parts) {
  const { filter, values } = parts
  const today = localDate(now)
  const late = `o.name = any (${values.add(filter.kinds.map(lateTally))})`
  const named = filter.kinds.map(
    (kind) => `o.name >= ${values.add(lateTally(kind))} and o.name <= ${values.add(dueTally(kind, today))}`,
  )
  const sum = (which: string) => `least(coalesce(sum(o.n) filter (where ${which}), 0), ${TOTAL_CAP + 1})::int`
  const [row] = await query<{ due: number; late: number }>(
    `select ${sum(`not ${late}`)} as due, ${sum(late)} as late from ${talliesSql} o
      where (${named.join(' or ')}) and ${atStores(parts)}`,
    values.list,
  )
  return [
    { planDue: planDue.due, count: row!.due },
    { planDue: planDue.late, count: row!.late },
  ]
}

/** Conditions that select few rows, each on the leading column of an index; null where ranges of all orders are read. */
function fewOf({ filter, values }: Parts): string[] | null {
  if (filter.among !== null) return ['o.id = any (array(select id from among))']
  if (filter.own === null) return null
  const own = values.share(filter.own)
  return [
    `o.created_by = ${own}`,
    `o.created_by is distinct from ${own} and o.id = any (array(select order_id from driver_task where account_id = ${own}))`,
  ]
}

/** What all parts of a statement share, including its parameters. */
interface Parts {
  readonly filter: ListFilter
  readonly values: Values
  /** The `with` clause of the candidate IDs, or an empty text. */
  readonly among: string
  /** The conditions on each row, except kind, status and store. */
  readonly where: string
}

function partsOf(filter: ListFilter): Parts {
  const values = new Values(filter.among?.values)
  return {
    filter,
    values,
    among: filter.among === null ? '' : `among as materialized (${filter.among.text})`,
    where: conditions(filter, values),
  }
}

const union = (statements: readonly string[]): string => statements.map((one) => `(${one})`).join(' union all ')

const orders = {
  next: { key: `date_part('epoch', o.next_at)`, tie: 'o.id', by: 'o.next_at, o.id' },
  latest: { key: `-date_part('epoch', o.next_at)`, tie: '-o.id', by: 'o.next_at desc, o.id desc' },
  newest: { key: '0::float8', tie: '-o.id', by: 'o.id desc' },
  due: { key: `date_part('epoch', o.next_due_on)`, tie: 'o.id', by: 'o.next_due_on, o.id' },
} as const

/** The statements of a run, each of which reads one index range. */
function rangesOf(parts: Parts, run: Run, after: Position | null, limit: number): string[] {
  const { filter, values, where } = parts
  const { key, tie, by } = orders[run.order]
  const head = `select ${columns}, ${run.rank} as rank, ${key} as key, ${tie} as tie`
  const tail = `${where} and ${behindSql(run.order, after, values)} order by ${by} limit ${limit}`
  const few = fewOf(parts)
  if (few !== null)
    return few.map((one) => `${head} from "order" o where ${one} and ${amongWhere(parts, run.statuses)} and ${tail}`)
  // One index contains all orders with a next instalment, of every kind, status and store.
  if (run.order === 'due') return [`${head} from "order" o where ${amongWhere(parts, run.statuses)} and ${tail}`]
  const statuses =
    filter.everyStatus && run.order === 'newest'
      ? [`o.status > ${orderStatus.notSubmitted}`]
      : run.statuses.map((status) => `o.status = ${status}`)
  return filter.kinds.flatMap((kind) =>
    statuses.flatMap((status) =>
      storeRanges(parts).map(
        (store) => `${head} from "order" o where o.order_kind = ${kind} and ${status} and ${store} and ${tail}`,
      ),
    ),
  )
}

/** Excludes the rows of earlier pages. The first page uses a position before all rows, so that its statement text is the same. */
function behindSql(order: Run['order'], after: Position | null, values: Values): string {
  if (order === 'newest') return `o.id < ${values.add(after?.id ?? '9223372036854775807')}`
  const [sign, start] = order === 'latest' ? ['<', 'infinity'] : ['>', '-infinity']
  if (order === 'due') {
    const date = values.add(after === null ? start : dateOfEpochDay(Math.floor(after.at / DAY)))
    return `(o.next_due_on, o.id) > (${date}::date, ${values.add(after?.id ?? '0')}::bigint)`
  }
  const instant = values.add(after === null ? start : at(after.at))
  return `(o.next_at, o.id) ${sign} (${instant}::timestamptz, ${values.add(after?.id ?? '0')}::bigint)`
}

/** One condition for each range of the stores; a single condition when there are many stores. */
function storeRanges(parts: Parts): string[] {
  const { stores } = parts.filter
  if (stores === null || stores.ids.length > STORES_BY_RANGE) return [atStores(parts)]
  return stores.ids.flatMap((id) => sidesOf(stores.end, (column) => `${column} = ${parts.values.share(id)}`, parts))
}

/** The rows of stores as one or two ranges; an order with another return store is in a small index of its own. */
function sidesOf(end: StoreEnd, at: (column: string) => string, parts: Parts): string[] {
  const oneWay = `${at('o.return_store_id')} and o.return_store_id <> o.store_id`
  if (end === 'pickup') return [at('o.store_id')]
  if (end === 'return') return [`${at('o.store_id')} and o.return_store_id = o.store_id`, oneWay]
  return [at('o.store_id'), `${oneWay} and not ${isAny(parts, 'o.store_id')}`]
}

/** The requested stores, as a condition on each row. */
function atStores(parts: Parts): string {
  const { stores } = parts.filter
  if (stores === null) return 'true'
  const [pickup, back] = [isAny(parts, 'o.store_id'), isAny(parts, 'o.return_store_id')]
  return { pickup, return: back, either: `(${pickup} or ${back})` }[stores.end]
}

/** A few stores are separate parameters: the planner needs their number, which an array parameter hides. */
function isAny({ filter, values }: Parts, column: string): string {
  const { ids } = filter.stores!
  if (ids.length > FEW_STORES) return `${column} = any (${values.share(ids)}::bigint[])`
  return ids.length === 0 ? 'false' : `${column} in (${ids.map((id) => values.share(id)).join(', ')})`
}

/** The next instalment of an order is due. Late: one of its instalments is past its date; otherwise none is. */
const planDueSql = (code: PlanDue): string =>
  `o.next_due_fen > 0 and o.next_due_on <= ((select app_now()) at time zone 'Asia/Shanghai')::date
    and o.instalments_overdue ${code === planDue.late ? '> 0' : '= 0'}`

const amongWhere = (parts: Parts, statuses: readonly number[]): string =>
  `o.order_kind in (${parts.filter.kinds.join(', ')}) and o.status in (${statuses.join(', ')})
    and ${atStores(parts)} and ${parts.where}`

function conditions(f: ListFilter, values: Values): string {
  const all = [noDroppedDraft]
  const among = (column: string, list: readonly number[] | undefined) => {
    if (list !== undefined) all.push(`${column} = any (${values.add(list)}::smallint[])`)
  }
  const between = (column: string, range: Between | undefined) => {
    if (range?.from !== undefined) all.push(`${column} >= ${values.add(at(range.from))}`)
    if (range?.to !== undefined) all.push(`${column} < ${values.add(at(range.to))}`)
  }
  among('o.source', f.sources)
  among('o.deposit_status', f.depositStatuses)
  among('o.deposit_pay_status', f.depositPayStatuses)
  if (f.depositLater !== undefined) {
    const later = depositLaterSql('o', violationAtSql(agreedViolationAtSql('o')))
    all.push(`${later} is ${f.depositLater ? 'not null' : 'null'}`)
  }
  if (f.modelId !== undefined) all.push(`o.model_id = ${values.add(f.modelId)}`)
  if (f.pickupType !== undefined) all.push(`o.pickup_type = ${values.add(f.pickupType)}`)
  between('o.next_at', f.nextAt)
  between('o.pickup_at', f.pickupAt)
  between('o.return_at', f.returnAt)
  between('o.created_at', f.createdAt)
  if (f.planDue !== undefined) all.push(planDueSql(f.planDue))
  if (f.overdue !== undefined) {
    const late = overdueSql('(select st.settings from store st where st.id = o.store_id)')
    all.push(f.overdue ? late : `not ${late}`)
  }
  if (f.selfCheckWaiting)
    all.push(
      sql`o.id = any (array (select c.order_id from pickup_return_record c where c.verify = ${recordVerify.waiting} and not c.void))`,
    )
  return all.join(' and ')
}

/** The requested stores and models that exist for the caller; those of another merchant are missing. */
export async function existingIds(
  query: Context['query'],
  storeIds: readonly string[],
  modelId: string | undefined,
): Promise<{ readonly stores: boolean; readonly model: boolean }> {
  const [row] = await query<{ stores: boolean; model: boolean }>(
    `select not exists (select from unnest($1::bigint[]) one where one not in (select id from store)) as stores,
       $2::bigint is null or exists (select from model where id = $2) as model`,
    [storeIds, modelId ?? null],
  )
  return row!
}
