import { isVinChecked } from '../../../platform/check/vin.ts'
import type { Lacking } from '../../../platform/table-import/layout.ts'
import type { FailedPlan, PlanOf, RowIssue } from '../../../platform/table-import/plan.ts'
import type { LocalDate } from '../../../time.ts'
import { type Lifecycle, lifecycle } from '../codes.ts'
import { columnTitle, type ImportKey } from './columns.ts'
import {
  type ChosenNames,
  type KnownModel,
  type KnownStore,
  modelFinder,
  type NameField,
  storeFinder,
} from './names.ts'
import { type ImportRow, isSound, isVehicle, type ReadRow } from './row.ts'

/* Plans the import of a spreadsheet against the merchant's vehicles, models and stores. It is pure: no file or database is read here. */

/** An existing vehicle of the merchant. */
export interface KnownVehicle {
  readonly id: string
  readonly plate: string
  readonly vin: string
  readonly lifecycle: Lifecycle
  readonly modelId: string
  readonly homeStoreId: string
  readonly odometerKm: number
  /** In a store that the user may access. */
  readonly visible: boolean
}

export interface Known {
  readonly vehicles: readonly KnownVehicle[]
  readonly models: readonly KnownModel[]
  /** Stores that the user may access. */
  readonly stores: readonly KnownStore[]
  /** The user's choices for unknown names in the table. */
  readonly chosen: Readonly<Record<NameField, ChosenNames>>
}

interface Written {
  readonly row: ImportRow
  readonly modelId: string
  readonly storeId: string
}

export type RowPlan =
  | PlanOf<Written, Written & { readonly vehicle: KnownVehicle }>
  /** A new car that fails by the name of its model or store alone: it is chosen where the table is looked at. */
  | (FailedPlan & { readonly unnamed: ImportRow })

export interface PlanOptions {
  /** Existing vehicles get the values of the table. */
  readonly overwrite: boolean
  /** Line number of the first row in the table, counted from 1 including the heading and everything above it. */
  readonly firstLine: number
  readonly today: LocalDate
  /** A table may be planned in parts: from this row up to `to`. */
  readonly from?: number
  readonly to?: number
}

/**
 * Plans the action for every row of a table, in its order. Rows are matched by frame number, then by plate;
 * existing vehicles change only with `overwrite`, and those in service retain their model and store, on which
 * orders depend. Importing twice creates nothing the second time. Repeated plates and numbers are checked over the
 * whole table, whatever part is planned.
 */
export function planImport(
  rows: readonly ReadRow[],
  known: Known,
  { overwrite, firstLine, today, from = 0, to }: PlanOptions,
): RowPlan[] {
  const byVin = new Map(known.vehicles.map((vehicle) => [vehicle.vin, vehicle]))
  const byPlate = new Map(
    known.vehicles.flatMap((vehicle) => (vehicle.lifecycle === lifecycle.disposed ? [] : [[vehicle.plate, vehicle]])),
  )
  const models = modelFinder(known.models, known.chosen.model)
  const stores = storeFinder(known.stores, known.chosen.store)
  const firsts = { plate: firstsOf(rows, 'plate'), vin: firstsOf(rows, 'vin') }

  return rows.slice(from, to).map((row, place): RowPlan => {
    if (row === null) return { action: 'none' }
    if ('other' in row) return { action: 'skip', reason: row.other }
    const issues: RowIssue[] = isSound(row) ? [] : [...row.issues]
    const wrong = (key: ImportKey & keyof ImportRow, reason: string) => {
      issues.push({ column: columnTitle(key), value: String((row as Partial<ImportRow>)[key] ?? ''), reason })
    }
    const isTold = (key: ImportKey) => issues.some(({ column }) => column === columnTitle(key))
    for (const key of ['plate', 'vin'] as const) {
      const first = firsts[key].get(row[key]) ?? from + place
      if (first < from + place) wrong(key, `与第${firstLine + first}行重复`)
    }
    const model = models(row.model)
    if (typeof model === 'string' && !isTold('model')) wrong('model', model)
    const store = stores(row.store)
    if (typeof store === 'string' && !isTold('store')) wrong('store', store)
    if (!isSound(row)) return { action: 'fail', issues }

    const vehicle = byVin.get(row.vin) ?? byPlate.get(row.plate)
    if (vehicle !== undefined) {
      if (!vehicle.visible) wrong('vin', '车辆属于其他门店，不在您的数据范围内')
      else if (vehicle.lifecycle === lifecycle.disposed) wrong('vin', '该车架号的车辆已处置')
      else if (overwrite) {
        const other = byPlate.get(row.plate)
        if (other !== undefined && other.id !== vehicle.id) wrong('plate', '该车牌已存在')
        if (row.odometerKm !== undefined && row.odometerKm < vehicle.odometerKm)
          wrong('odometerKm', '里程不能小于当前里程')
        if (vehicle.lifecycle === lifecycle.inService && typeof model === 'object' && typeof store === 'object') {
          if (model.id !== vehicle.modelId) wrong('model', '在营车辆不能更换车型，请先下架')
          if (store.id !== vehicle.homeStoreId) wrong('store', '在营车辆不能更换门店，请先下架')
        }
      }
    }
    if (issues.length > 0 || typeof model === 'string' || typeof store === 'string') {
      const named = Number(typeof model === 'string') + Number(typeof store === 'string')
      return { action: 'fail', issues, ...(vehicle === undefined && issues.length === named && { unnamed: row }) }
    }
    const written = { row, modelId: model.id, storeId: store.id, warnings: warningsOf(row, today) }
    if (vehicle === undefined) return { action: 'create', ...written }
    return overwrite ? { action: 'update', vehicle, ...written } : { action: 'skip', reason: '车辆已存在，未覆盖' }
  })
}

/** Documents that new cars may lack, with the consequence (`lacksForService`). */
const PAPERS = [
  ['insuranceEndOn', '交强险到期日，导入后不能上架'],
  ['inspectionEndOn', '年检到期日，导入后不能上架'],
  ['commercialEndOn', '商业险到期日，到期前不会提醒'],
] as const

/** Missing fields of new cars that prevent renting or reminders. */
export const lackingIn = (plans: readonly RowPlan[]): Lacking<ImportKey>[] =>
  PAPERS.flatMap(([key, text]) => {
    const rows = plans.filter((plan) => {
      const row = plan.action === 'create' ? plan.row : 'unnamed' in plan ? plan.unnamed : null
      return row !== null && row[key] === undefined
    }).length
    return rows === 0 ? [] : [{ key, rows, text: `${rows} 辆车没有${text}` }]
  })

/** First row of each plate or frame number. Rows with other faults count as well, because it is not known which of the two is right. */
function firstsOf(rows: readonly ReadRow[], key: 'plate' | 'vin'): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [index, row] of rows.entries())
    if (isVehicle(row) && row[key] !== '' && !firsts.has(row[key])) firsts.set(row[key], index)
  return firsts
}

/** Warnings that do not block the import: a wrong check digit of the frame number, an expired document. */
function warningsOf(row: ImportRow, today: LocalDate): RowIssue[] {
  const over = (['insuranceEndOn', 'commercialEndOn', 'inspectionEndOn'] as const).flatMap((key) => {
    const date = row[key]
    return date !== undefined && date < today ? [{ column: columnTitle(key), value: date, reason: '已过期' }] : []
  })
  const vin = { column: columnTitle('vin'), value: row.vin, reason: '第9位校验码不符，请核对行驶证（进口车可忽略）' }
  const found = [...(row.warnings ?? []), ...over]
  return isVinChecked(row.vin) ? found : [vin, ...found]
}
