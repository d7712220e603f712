import { contract } from '@cheyi/contract/index'
import { type CarSums, hintsOf, paybackBp, profitFigure } from '@cheyi/domain/insight/profit/profit'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import { bookValueOf } from '../../fleet/cost/actions.ts'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { storedStateOf } from '../data/actions.ts'
import * as store from './store.ts'

const monthOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`
/** The longest range of months. */
const MOST_MONTHS = 12
/** Months on the page of one vehicle. */
const SHOWN_MONTHS = 24
const DUE_DAYS = 60

/**
 * The requested months, the running one at most.
 * @throws Refusal badInput (-2) for a range that ends before it begins, is too long, or has not begun
 */
function monthsOfFilter(
  ctx: Context,
  { from, to }: { readonly from?: LocalDate | undefined; readonly to?: LocalDate | undefined },
) {
  const running = monthOf(localDate(ctx.now))
  const last = to === undefined ? (from === undefined ? addMonths(running, -1) : monthOf(from)) : monthOf(to)
  const first = from === undefined ? last : monthOf(from)
  if (first > running) throw badInput('from', '开始月份不能晚于本月')
  if (last < first) throw badInput('to', '结束月份不能早于开始月份')
  if (addMonths(first, MOST_MONTHS) <= last) throw badInput('to', '一次最多查看12个月')
  const [until] = [last, running].toSorted()
  return { from: first, to: until! }
}

/** @throws Refusal forbidden (-3) for an account that only sees its own orders, which have no figures */
function refuseOwn({ identity }: Context): void {
  if (identity.scope === 'own') throw new Refusal('forbidden', { why: '：您的账号只能查看本人的订单，没有经营数据' })
}

/** Income is shown with the permission for amounts only. */
const visibleSums = (ctx: Context, sums: CarSums) =>
  ctx.can('data.money') ? sums : { ...sums, rent: null, service: null, other: null, owner: null }

/** How many of the vehicles lost money or stood, and the ends of the scale of their bars. */
function findingsOf({ cars, losing, lost, low, high, idle, idleCost }: store.Total, money: boolean) {
  const amounts = money ? { losing, lost, low, high } : { losing: null, lost: null, low: null, high: null }
  return { cars, idle, idleCost, ...amounts }
}

const answerTerms = async (ctx: Context) => {
  const { keptTo } = await ctx.elevated(() => storedStateOf(ctx))
  return { until: keptTo, money: ctx.can('data.money') }
}

/** The sums of some months. */
function sumMonths(rows: readonly store.SumRow[]): CarSums {
  const sums = {
    rent: 0,
    service: 0,
    other: 0,
    running: 0,
    depreciation: 0,
    owner: 0,
    fleet: 0,
    rented: 0,
    down: 0,
    idle: 0,
    km: 0,
  }
  for (const row of rows) {
    const more = store.sumsOf(row)
    for (const key of Object.keys(sums) as (keyof CarSums)[]) sums[key] += more[key]
  }
  return sums
}

export const profit = implement(contract.profit, {
  /** @throws Refusal forbidden (-3) for a sort by income without the permission for amounts, badInput (-2) for the months */
  async list({ from, to, sort, order, only, storeId, modelId, ownership, entrusted, keyword, ...ask }, ctx) {
    refuseOwn(ctx)
    const money = ctx.can('data.money')
    const key = sort ?? (money ? 'contribution' : 'cost')
    if (profitFigure(key).money || only === 'losing') ctx.require('data.money')
    const filter = { ...monthsOfFilter(ctx, { from, to }), storeId, modelId, ownership, entrusted, keyword }
    const first = isFirstPage(ask)
    const isWhole =
      ctx.identity.scope === 'all' &&
      [storeId, modelId, ownership, entrusted, keyword].every((one) => one === undefined)
    const [{ rows, total: sum }, without, state] = await Promise.all([
      store.cars(
        ctx,
        { ...filter, only },
        { key, order: order ?? (sort === undefined && money ? 'asc' : 'desc') },
        cursorKeys(ask, 'id', 'id'),
        pageSize(ask) + 1,
      ),
      first && isWhole && money ? store.withoutCar(ctx, filter) : null,
      answerTerms(ctx),
    ])
    const { rows: list, nextCursor } = buildPage(rows, ask, store.cursorOf)
    return {
      ...state,
      list: list.map(({ vehicleId, plate, modelName, storeName, ownership: of, lifecycle, ...row }) => ({
        vehicleId,
        plate,
        modelName,
        storeName,
        ownership: of,
        lifecycle,
        sums: visibleSums(ctx, store.sumsOf(row)),
      })),
      nextCursor,
      ...totalOf(sum?.[only ?? 'cars'] ?? null),
      sum: sum && visibleSums(ctx, store.sumsOf(sum)),
      found: sum && findingsOf(sum, money),
      withoutCar: without,
    }
  },

  /** @throws Refusal badInput (-2) for the months */
  async groups({ from, to, by, ...fleet }, ctx) {
    refuseOwn(ctx)
    const [rows, state] = await Promise.all([
      store.groups(ctx, { ...monthsOfFilter(ctx, { from, to }), ...fleet }, by),
      answerTerms(ctx),
    ])
    return {
      ...state,
      list: rows.map(({ key, name, cars, ...row }) => ({
        key,
        name: name ?? '',
        cars,
        sums: visibleSums(ctx, store.sumsOf(row)),
      })),
    }
  },

  /** @throws Refusal notFound (-4) for a vehicle of another store */
  async car({ vehicleId }, ctx) {
    refuseOwn(ctx)
    const { insuranceOn, inspectionOn, ...vehicle } = requireFound(await store.vehicle(ctx, vehicleId))
    const today = localDate(ctx.now)
    const running = monthOf(today)
    const [months, idleSince, last, bookValue, state] = await Promise.all([
      store.monthsOf(ctx, vehicleId, running),
      store.idleSince(ctx, vehicleId),
      store.lastCosts(ctx, vehicleId, addMonths(today, -13)),
      bookValueOf(ctx, vehicleId, vehicle.purchaseFen),
      answerTerms(ctx),
    ])
    const { money } = state
    const within = (n: number) =>
      sumMonths(months.filter(({ month }) => month < running && month >= addMonths(running, -n)))
    const life = sumMonths(months)
    const capitalFen = months.reduce((sum, one) => sum + one.capitalFen, 0)
    const due = [
      { what: 'insurance' as const, on: insuranceOn, lastFen: last.insurance },
      { what: 'inspection' as const, on: inspectionOn, lastFen: last.inspection },
    ].flatMap(({ on, ...one }) => (on === null ? [] : [{ ...one, on }]))
    const hints = hintsOf({
      now: ctx.now,
      idleSince,
      quarter: within(3),
      year: within(12),
      due,
      dueUntil: addDays(today, DUE_DAYS),
      // While income is computed for the first time, nothing can be said about it.
    }).filter(({ kind }) => kind === 'idle' || (money && state.until !== null))
    const none = { days: null, income: null, cost: null, what: null, on: null, fen: null, contribution: null }
    return {
      ...vehicle,
      ...state,
      months: months
        .slice(0, SHOWN_MONTHS)
        .map((row) => ({ month: row.month, sums: visibleSums(ctx, store.sumsOf(row)) })),
      life: visibleSums(ctx, life),
      capitalFen,
      bookValue,
      paidBack: money && vehicle.purchaseFen !== null ? paybackBp(life, vehicle.purchaseFen + capitalFen) : null,
      hints: hints.map((hint) => ({ ...none, ...hint })),
    }
  },

  /** @throws Refusal notFound (-4) for a vehicle of another store, badInput (-2) for the months */
  async income({ vehicleId, from, to, ...ask }, ctx) {
    refuseOwn(ctx)
    requireFound(await store.vehicle(ctx, vehicleId))
    const months = monthsOfFilter(ctx, { from, to })
    const [after = null] = cursorKeys(ask, 'id') ?? []
    const first = isFirstPage(ask)
    const { scope, storeIds } = ctx.identity
    // The income of a vehicle is of orders of any store; those of others are shown and cannot be opened.
    const [orders, sum] = await ctx.elevated(() =>
      Promise.all([
        store.incomeOrders(ctx, vehicleId, months, after, pageSize(ask) + 1),
        first ? store.incomeSum(ctx, vehicleId, months) : null,
      ]),
    )
    const { rows, nextCursor } = buildPage(orders, ask, ({ orderId }) => [orderId])
    return {
      until: (await answerTerms(ctx)).until,
      list: rows.map(({ storeId, returnStoreId, ...row }) => ({
        ...row,
        open: scope === 'all' || storeIds.includes(storeId) || storeIds.includes(returnStoreId),
      })),
      nextCursor,
      ...totalOf(sum?.orders ?? null),
      sum: sum?.fen ?? null,
    }
  },

  /** @throws Refusal notFound (-4) for a vehicle of another store */
  async life({ vehicleId, ...ask }, ctx) {
    refuseOwn(ctx)
    requireFound(await store.vehicle(ctx, vehicleId))
    const { scope, storeIds } = ctx.identity
    const all = await ctx.elevated(() => store.life(ctx, vehicleId, cursorKeys(ask, 'ms', 'id'), pageSize(ask) + 1))
    const { rows, nextCursor } = buildPage(all, ask, ({ at, id }) => [at, id])
    return {
      list: rows.map(({ storeId, returnStoreId, orderId, orderKind, no, fen, type, ...row }) => {
        const open = scope === 'all' || [storeId, returnStoreId].some((id) => id !== null && storeIds.includes(id))
        return {
          ...row,
          type,
          no: open ? no : '其他门店',
          fen: type === 'rental' && !ctx.can('data.money') ? null : fen,
          orderId: open ? orderId : null,
          orderKind: open ? orderKind : null,
        }
      }),
      nextCursor,
      ...totalOf(null),
    }
  },
})
