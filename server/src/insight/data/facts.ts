import type { OrderKind, Source } from '@cheyi/domain/booking/order/codes'
import { carPieces } from '@cheyi/domain/insight/data/car-time'
import type { Cash, Facts, Slice } from '@cheyi/domain/insight/data/reckon'
import {
  daysIn,
  MAX_DAYS,
  type Window,
  type Windows,
  type WindowUnit,
  windowsOf,
} from '@cheyi/domain/insight/data/window'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { takingsByDay } from '../../money/payment/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import * as store from './store.ts'

/** The requested part of the business and range of dates. */
export interface Filter {
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
  readonly unit?: WindowUnit | undefined
  readonly storeIds?: readonly string[] | undefined
  readonly modelIds?: readonly string[] | undefined
  readonly source?: Source | undefined
  readonly kind?: OrderKind | undefined
}

/** Default number of days. */
const USUAL_DAYS = 7

/** @throws Refusal badInput (-2) for a range that ends before it begins or has not begun, rangeTooLong (6040) */
export function windowsOfFilter({ from, to, unit = 'day' }: Filter, now: number): Windows {
  const today = localDate(now)
  const last = to ?? (from !== undefined && from > today ? from : today)
  const first = from ?? addDays(last, 1 - USUAL_DAYS)
  if (last < first) throw badInput('to', '结束日期不能早于开始日期')
  if (first > today) throw badInput('from', '开始日期不能晚于今天')
  if (daysIn(first, last) > MAX_DAYS) throw new Refusal('rangeTooLong', { field: 'to' })
  if (unit === 'month' && !(first.endsWith('-01') && first.slice(0, 7) === last.slice(0, 7)))
    throw badInput('unit', '按月对比时，日期应在同一个月内，从1日开始')
  return windowsOf(first, last, unit, now)
}

/**
 * The part of the business that the account sees: its stores, or the requested ones of them.
 * @throws Refusal forbidden (-3) for an account that only sees its own orders, which have no figures; notFound (-4) for
 * a store that is not visible
 */
export function sliceOfFilter(ctx: Pick<Context, 'identity'>, { storeIds, modelIds, source, kind }: Filter): Slice {
  const { identity } = ctx
  if (identity.scope === 'own') throw new Refusal('forbidden', { why: '：您的账号只能查看本人的订单，没有经营数据' })
  for (const id of storeIds ?? []) inSight(ctx, id)
  return { storeIds: storeIds ?? (identity.scope === 'all' ? undefined : identity.storeIds), modelIds, source, kind }
}

/** @throws Refusal notFound (-4) for a store or model of another merchant, naming the field */
export async function requireKnown(ctx: Context, { storeIds = [], modelIds = [] }: Filter): Promise<void> {
  const [stores, models] = await Promise.all([
    store.countOf(ctx, 'store', storeIds),
    store.countOf(ctx, 'model', modelIds),
  ])
  if (stores < new Set(storeIds).size) throw new Refusal('notFound', { field: 'storeIds' })
  if (models < new Set(modelIds).size) throw new Refusal('notFound', { field: 'modelIds' })
}

/** Orders and cars of some windows, with the facts that both need. */
export const factsIn = (ctx: Context, windows: readonly Window[]): Promise<Omit<Facts, 'cash'>> =>
  ctx.elevated(async () => {
    const [orders, service, held, down, used] = await Promise.all([
      store.ordersIn(ctx, windows),
      store.serviceIn(ctx, windows),
      store.carHoldings(ctx, windows),
      store.carDownTimes(ctx, windows),
      store.carUses(ctx, windows),
    ])
    return { orders, pieces: carPieces({ service, held, down, used }, ctx.now) }
  })

/** Money received and paid in some windows, without deposits: one list for each. */
export async function cashIn(ctx: Pick<Context, 'query'>, windows: readonly Window[]): Promise<Cash[][]> {
  const rows = windows.length === 0 ? [] : await takingsByDay(ctx, windows)
  const of = Map.groupBy(rows, ({ n }) => n)
  return windows.map((_, n) =>
    (of.get(n) ?? []).map(({ day, storeId, collectedFen, refundedFen }) => ({
      day,
      storeId,
      collected: collectedFen,
      refunded: refundedFen,
    })),
  )
}
