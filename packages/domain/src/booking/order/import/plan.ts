import {
  type ChosenNames,
  type KnownModel,
  type KnownStore,
  modelFinder,
  type NameField,
  storeFinder,
} from '../../../fleet/inventory/import/names.ts'
import { formatMoney } from '../../../money.ts'
import type { PlanOf, RowIssue } from '../../../platform/table-import/plan.ts'
import type { Instant } from '../../../time.ts'
import { type OrderImportKey, orderColumnTitle } from './columns.ts'
import { isOrder, isSoundOrder, type OrderRow, type ReadOrder } from './row.ts'

/* Plans which orders of another system are taken over, and as what. It is pure; whether a car is free is asked when the order is booked. */

/** A car of the merchant that is in service. */
export interface KnownCar {
  readonly id: string
  readonly plate: string
  readonly modelId: string
  /** In a store that the user may access. */
  readonly visible: boolean
}

export interface KnownForOrders {
  readonly cars: readonly KnownCar[]
  readonly models: readonly KnownModel[]
  /** Stores that the user may access. */
  readonly stores: readonly KnownStore[]
  /** Numbers of the other system whose orders were taken over before. */
  readonly taken: readonly string[]
}

/** An order to be booked as it was agreed in the other system. */
export interface TakenOrder {
  readonly row: OrderRow
  readonly storeId: string
  readonly returnStoreId: string
  readonly modelId: string
  /** The car that it is assigned to; null: any of the model. */
  readonly vehicleId: string | null
}

export type OrderPlan = PlanOf<TakenOrder, object>

export interface OrderPlanOptions {
  readonly chosen: Readonly<Record<NameField, ChosenNames>>
  /** Line number of the first row in the table, counted from 1. */
  readonly firstLine: number
  readonly now: Instant
  readonly from?: number
  readonly to?: number
}

/** The names of models and stores that must be known: a car tells its model. */
export const namesOfOrders = (rows: readonly ReadOrder[]): Readonly<Record<NameField, readonly string[]>> => {
  const orders = rows.filter(isOrder)
  return {
    model: orders.filter(({ plate }) => plate === '').map(({ model }) => model),
    store: orders.flatMap(({ store, returnStore }) => (returnStore === '' ? [store] : [store, returnStore])),
  }
}

/** Plans the action for every row of a table, in its order. Importing twice books nothing the second time. */
export function planOrders(
  rows: readonly ReadOrder[],
  known: KnownForOrders,
  { chosen, firstLine, now, from = 0, to }: OrderPlanOptions,
): OrderPlan[] {
  const models = modelFinder(known.models, chosen.model)
  const stores = storeFinder(known.stores, chosen.store)
  const cars = new Map(known.cars.map((car) => [car.plate, car]))
  const taken = new Set(known.taken)
  const numbers = new Map<string, number>()
  const rentals = new Map<string, [Pick<OrderRow, 'pickupAt' | 'returnAt'>, number][]>()

  /** The line of an earlier row with the same number, or whose rental of the same car overlaps. */
  function remember(row: OrderRow, index: number): { readonly same?: number; readonly overlaps?: number } {
    const same = numbers.get(row.orderNo)
    if (same !== undefined) return { same: firstLine + same }
    numbers.set(row.orderNo, index)
    if (row.plate === '') return {}
    const others = rentals.get(row.plate) ?? []
    const other = others.find(([one]) => one.pickupAt < row.returnAt && row.pickupAt < one.returnAt)
    rentals.set(row.plate, [...others, [row, index]])
    return other === undefined ? {} : { overlaps: firstLine + other[1] }
  }

  function planned(row: OrderRow & { readonly warnings: readonly RowIssue[] }, index: number): OrderPlan {
    const { same, overlaps } = remember(row, index)
    if (same !== undefined) return { action: 'skip', reason: `与第${same}行的订单号相同` }
    if (taken.has(row.orderNo)) return { action: 'skip', reason: '已导入过这个订单' }
    const issues: RowIssue[] = []
    const wrong = (key: OrderImportKey & keyof OrderRow, reason: string) =>
      void issues.push({ column: orderColumnTitle(key), value: String(row[key]), reason })
    if (overlaps !== undefined) wrong('plate', `与第${overlaps}行同一辆车的时间重叠`)
    const car = row.plate === '' ? null : (cars.get(row.plate) ?? undefined)
    if (car === undefined) wrong('plate', '车牌不在在营车辆中')
    else if (car?.visible === false) wrong('plate', '车辆属于其他门店，不在您的数据范围内')
    const model = car === null ? models(row.model) : null
    if (typeof model === 'string') wrong('model', model)
    const store = stores(row.store)
    if (typeof store === 'string') wrong('store', store)
    const returnStore = row.returnStore === '' ? store : stores(row.returnStore)
    if (typeof returnStore === 'string' && row.returnStore !== '') wrong('returnStore', returnStore)
    const modelId = typeof model === 'object' && model !== null ? model.id : car?.modelId
    if (issues.length > 0 || modelId === undefined || typeof store === 'string' || typeof returnStore === 'string')
      return { action: 'fail', issues }
    const { warnings, ...order } = row
    const note = [
      row.pickupAt <= now ? '车已取走，导入后补办取车' : '待取车',
      formatMoney(row.total),
      ...(row.paid > 0 ? [`已收${formatMoney(row.paid)}`] : []),
    ].join('，')
    const where = { storeId: store.id, returnStoreId: returnStore.id, modelId, vehicleId: car?.id ?? null }
    return { action: 'create', row: order, ...where, warnings, note }
  }

  return rows
    .map((row, index): OrderPlan => {
      if (row === null) return { action: 'none' }
      if ('other' in row) return { action: 'skip', reason: row.other }
      return isSoundOrder(row) ? planned(row, index) : { action: 'fail', issues: row.issues }
    })
    .slice(from, to)
}
