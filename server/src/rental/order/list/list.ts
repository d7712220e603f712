import { listDateTypes } from '@cheyi/contract/booking/order'
import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { comesTo, isBilledLater } from '@cheyi/domain/booking/order/charges'
import {
  type OrderKind,
  type OrderStatus,
  orderStatuses,
  type PickupReturnQueryStatus,
  pickupReturnQueryStatus,
} from '@cheyi/domain/booking/order/codes'
import { kindsOpenTo, profileOf } from '@cheyi/domain/booking/order/kinds'
import {
  asksInstalments,
  awaitsPickup,
  hasCar,
  isCancelled,
  isDraft,
  isOnRent,
  wasReturned,
} from '@cheyi/domain/booking/order/steps'
import { openFen } from '@cheyi/domain/money/debt/due'
import { type DepositKind, depositKind } from '@cheyi/domain/money/deposit/codes'
import { neverComes } from '@cheyi/domain/money/deposit/status'
import { pick } from '@cheyi/domain/pick'
import type { PendingKind } from '@cheyi/domain/platform/pending-work/kinds'
import { DAY, epochDayOf, localDate, startOfDate } from '@cheyi/domain/time'
import { keywordLookup, type Lookup } from '../../../booking/order/search.ts'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import {
  buildPage,
  cursorKeys,
  isFirstPage,
  offsetOf,
  pageSize,
  TOTAL_CAP,
  totalOf,
} from '../../../kernel/db/paging.ts'
import { countsNowSql } from '../../../platform/pending-work/actions.ts'
import * as store from './store-list.ts'

type Ask = ParsedOf<typeof contract.order.list>
type Answer = OutputOf<typeof contract.order.list>
type Card = Answer['list'][number]
type Sort = NonNullable<Ask['sort']>

/** Drafts are listed only when their status is requested. */
const submitted = orderStatuses.values.filter((status) => !isDraft(status))
const awaiting = orderStatuses.values.filter(awaitsPickup)
const onRent = orderStatuses.values.filter(isOnRent)
const isEnded = (status: number): boolean => isCancelled(status) || wasReturned(status)

const byInstalments = (kind: OrderKind): boolean => profileOf(kind).billing === 'instalments'

/** Only a few limits are used, so that there are few distinct statements and the plan of each stays cached. */
const limits = [21, 51, 101] as const

/**
 * A page of order cards; the first page also has the counts of the tabs, under all filters except the status. Only kinds for
 * which the caller holds the page permission are shown, and orders out of scope are treated as missing.
 */
export const list: HandlerOf<'order', 'list'> = async (input, ctx) => {
  const first = isFirstPage(input)
  const quick = quickFilter(input.pickupReturnQueryStatus, ctx.now)
  const filter = filterOf(input, quick, ctx)
  if (filter === null)
    return { list: [], ...totalOf(first ? 0 : null), nextCursor: null, counts: first ? [] : null, plans: null }

  const statuses = (input.status ?? submitted).filter(
    (status) => filter.statuses.includes(status) && (input.planDue === undefined || asksInstalments(status)),
  )
  const sort = sortOf(input)
  const withPlans = filter.kinds.some(byInstalments)
  const [rows, counted, plans] = await Promise.all([
    store.page(ctx.query, { ...filter, statuses }, runsOf(statuses, sort, input.planDue !== undefined), {
      after: positionOf(input),
      offset: offsetOf(input),
      limit: limits.find((limit) => limit > pageSize(input)) ?? limits[2],
    }),
    first ? store.counts(ctx, { ...filter, planDue: undefined }) : null,
    first && withPlans
      ? store.planCounts(ctx, {
          ...filter,
          planDue: undefined,
          kinds: filter.kinds.filter(byInstalments),
          statuses: filter.statuses.filter(asksInstalments),
        })
      : null,
  ])
  const page = buildPage(rows, input, (row) => [row.rank, keyOf(row, sort, input), row.id])
  const total =
    input.planDue === undefined
      ? counted?.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0)
      : plans?.find(({ planDue }) => planDue === input.planDue)?.count
  return {
    list: page.rows.map(card),
    ...totalOf(total ?? null),
    nextCursor: page.nextCursor,
    counts: counted?.map(({ status, count }) => ({ status, count: Math.min(count, TOTAL_CAP) })) ?? null,
    plans: plans?.map(({ planDue, count }) => ({ planDue, count: Math.min(count, TOTAL_CAP) })) ?? null,
  }
}

/** The sort key of a row within its run, whole ms. */
function keyOf(row: store.CardRow, sort: Sort, { planDue }: Ask): number {
  if (sort === 'newest') return 0
  return planDue === undefined ? row.nextAt : epochDayOf(row.nextDueOn!) * DAY
}

/** What a quick filter selects: orders with a task that is due, at the store where the task is done. */
interface Quick {
  readonly statuses: readonly OrderStatus[]
  readonly end: store.StoreEnd
  readonly conditions: Pick<store.ListFilter, 'nextAt' | 'overdue' | 'selfCheckWaiting'>
}

function quickFilter(code: PickupReturnQueryStatus | undefined, now: number): Quick | null {
  if (code === undefined) return null
  const today = startOfDate(localDate(now))
  const dayFrom = (start: number) => ({ nextAt: { from: start, to: start + DAY } })
  const pickups = (conditions: Quick['conditions']): Quick => ({ statuses: awaiting, end: 'pickup', conditions })
  const returns = (conditions: Quick['conditions']): Quick => ({ statuses: onRent, end: 'return', conditions })
  const past = { nextAt: { to: now } }
  const filters: Record<PickupReturnQueryStatus, Quick> = {
    [pickupReturnQueryStatus.pickupToday]: pickups(dayFrom(today)),
    [pickupReturnQueryStatus.returnToday]: returns(dayFrom(today)),
    [pickupReturnQueryStatus.pickupTomorrow]: pickups(dayFrom(today + DAY)),
    [pickupReturnQueryStatus.returnTomorrow]: returns(dayFrom(today + DAY)),
    [pickupReturnQueryStatus.pickupOverdue]: pickups(past),
    [pickupReturnQueryStatus.returnOverdue]: returns({ ...past, overdue: true }),
    [pickupReturnQueryStatus.selfCheckWaiting]: {
      statuses: [...awaiting, ...onRent],
      end: 'either',
      conditions: { selfCheckWaiting: true },
    },
  }
  return filters[code]
}

/** null: no row can match, whatever the other filters are. */
function filterOf(input: Ask, quick: Quick | null, ctx: Context): store.ListFilter | null {
  const { identity } = ctx
  const kinds = kindsOpenTo(identity.keys).filter((kind) => (input.orderKind ?? kind) === kind)
  const keyword = input.keyword ? keywordLookup(input.keyword, ctx.vault) : undefined
  // Statuses outside the quick filter have nothing to count.
  const statuses = (quick?.statuses ?? (input.overdue ? onRent : orderStatuses.values)).filter(
    (status) =>
      (input.depositDue === undefined || wasReturned(status)) &&
      // Must agree with the label in the list: the open deposit of a cancelled order is 不收取, no longer 未收取.
      (input.depositPayStatus?.some((collected) => !neverComes(collected, status)) ?? true),
  )
  if (kinds.length === 0 || statuses.length === 0 || keyword === null) return null
  const dates = input.dateRange && { from: input.dateRange.from, to: input.dateRange.to }
  const dateType = input.dateType ?? listDateTypes.pickup
  return {
    kinds,
    statuses,
    everyStatus:
      input.status === undefined && input.planDue === undefined && statuses.length === orderStatuses.values.length,
    stores: storesOf(input.storeId, quick?.end ?? (input.depositDue ? 'return' : 'either'), identity),
    among: narrowLookup(input, keyword ?? null),
    own: identity.scope === 'own' ? ctx.accountId : null,
    ...pick(input, 'modelId', 'pickupType', 'depositLater', 'overdue', 'planDue'),
    sources: input.source,
    depositStatuses: input.depositStatus,
    depositPayStatuses: input.depositPayStatus,
    // Overdue orders are past their return time, which narrows the index range before the grace period is looked up.
    nextAt: input.overdue ? { to: ctx.now } : undefined,
    pickupAt: dateType === listDateTypes.pickup ? dates : undefined,
    returnAt: dateType === listDateTypes.return ? dates : undefined,
    createdAt: dateType === listDateTypes.created ? dates : undefined,
    ...quick?.conditions,
  }
}

/**
 * The requested stores, otherwise those of the account. The policy enforces the latter in any case, but cannot use them as
 * index ranges.
 */
function storesOf(asked: readonly string[] | undefined, end: store.StoreEnd, identity: Context['identity']) {
  if (asked !== undefined && asked.length > 0) return { ids: asked, end }
  return identity.scope === 'stores' ? { ids: identity.storeIds, end: 'either' as const } : null
}

/** The kind of pending work of an order whose deposit can be released now. */
const waitOfDeposit: Readonly<Record<DepositKind, PendingKind>> = {
  [depositKind.rental]: 'rentalDeposit',
  [depositKind.violation]: 'violationDeposit',
}

/** A lookup of the few orders with a releasable deposit or pending work, intersected with the other lookup where there is one. */
function narrowLookup({ depositDue, waits }: Ask, lookup: Lookup | null): Lookup | null {
  const kinds = [depositDue && waitOfDeposit[depositDue], waits].filter((kind) => kind !== undefined)
  if (kinds.length === 0) return lookup
  const few = kinds
    .map((kind) => `select w.subject_id as id from pending_work w where w.kind = '${kind}' and ${countsNowSql('w')}`)
    .join(' intersect ')
  return lookup === null
    ? { text: few, values: [] }
    : { text: `select id from (${lookup.text}) wanted intersect ${few}`, values: lookup.values }
}

/** An unfiltered list is sorted newest first; a filter by status, task or dates sorts by the next step. */
function sortOf(input: Ask): Sort {
  if (input.sort !== undefined) return input.sort
  const everything =
    input.status === undefined &&
    input.pickupReturnQueryStatus === undefined &&
    input.depositDue === undefined &&
    input.planDue === undefined &&
    input.waits === undefined &&
    input.dateRange === undefined
  return everything ? 'newest' : 'next'
}

/** By the next step: open orders first, earliest step first, then ended orders, latest first. */
function runsOf(statuses: readonly number[], sort: Sort, byPlan: boolean): store.Run[] {
  if (sort === 'newest') return [{ rank: 0, statuses, order: 'newest' }]
  if (byPlan) return [{ rank: 0, statuses, order: 'due' }]
  const runs: store.Run[] = [
    { rank: 0, statuses: statuses.filter((status) => !isEnded(status)), order: 'next' },
    { rank: 1, statuses: statuses.filter(isEnded), order: 'latest' },
  ]
  return runs.filter((run) => run.statuses.length > 0)
}

function positionOf(input: Ask): store.Position | null {
  const keys = cursorKeys(input, 'int', 'ms', 'id')
  return keys && { rank: Number(keys[0]), at: Number(keys[1]), id: keys[2]! }
}

const card = (row: store.CardRow): Card => ({
  ...row,
  orderId: row.id,
  plate: hasCar(row.status) ? row.plate : null,
  phone: row.contactPhoneMask,
  total: isBilledLater(row)
    ? row.totalFen
    : comesTo(row.status, {
        total: row.totalFen,
        paid: row.paidFen,
        refunded: row.refundedFen,
        owed: row.owedFen,
        writtenOff: row.writtenOffFen,
        refundExpenseFen: row.refundExpenseFen,
      }),
  owed: openFen(row),
  plan:
    row.instalments === 0
      ? null
      : {
          paid: row.instalmentsPaid,
          count: row.instalments,
          late: row.instalmentsOverdue,
          nextOn: row.nextDueOn,
          nextDue: row.nextDueFen,
        },
  prepayDue: row.prepayDueFen,
  heldDeposit: row.heldDepositFen,
  pendingRefunds: row.pendingRefund,
})
