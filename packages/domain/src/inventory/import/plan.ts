import { isVinChecked } from '../../check/vin.ts'
import type { Lacking } from '../../table-import/layout.ts'
import type { FailedPlan, PlanOf, RowIssue } from '../../table-import/plan.ts'
import type { LocalDate } from '../../time.ts'
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

/*
 * What is to be done with the rows of a spreadsheet once the merchant's own vehicles, models and stores are known. Nothing
 * here reads a file or a database.
 */

/** A vehicle of the merchant that a row may mean. */
export interface KnownVehicle {
  readonly id: string
  readonly plate: string
  readonly vin: string
  readonly lifecycle: Lifecycle
  readonly modelId: string
  readonly homeStoreId: string
  readonly odometerKm: number
  /** In a store of whoever imports. */
  readonly visible: boolean
}

export interface Known {
  readonly vehicles: readonly KnownVehicle[]
  readonly models: readonly KnownModel[]
  /** Those of whoever imports. */
  readonly stores: readonly KnownStore[]
  /** What names of the table mean that are none of the merchant's. */
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
  /** Existing vehicles take what the table says. */
  readonly overwrite: boolean
  /** The line of the first row in the table, as the table counts: from 1, heading and all above it included. */
  readonly firstLine: number
  readonly today: LocalDate
  /** A table may be planned piece by piece: from this row up to `to`. */
  readonly from?: number
  readonly to?: number
}

/**
 * What is to be done with every row of a table, in its order. Rows are matched by frame number, then by plate; existing
 * vehicles change only when `overwrite` says so, and those in service keep their model and store, which other people's
 * orders stand on. Done twice, the second time creates nothing. Whatever piece is planned, what a row repeats is told of the
 * whole table.
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

/** Papers that new cars come without, by what follows from that (`lacksForService`). */
const PAPERS = [
  ['insuranceEndOn', '交强险到期日，导入后不能上架'],
  ['inspectionEndOn', '年检到期日，导入后不能上架'],
  ['commercialEndOn', '商业险到期日，到期前不会提醒'],
] as const

/** What the new cars of a table leave out that keeps them from being let out, or from being looked after. */
export const lackingIn = (plans: readonly RowPlan[]): Lacking<ImportKey>[] =>
  PAPERS.flatMap(([key, text]) => {
    const rows = plans.filter((plan) => {
      const row = plan.action === 'create' ? plan.row : 'unnamed' in plan ? plan.unnamed : null
      return row !== null && row[key] === undefined
    }).length
    return rows === 0 ? [] : [{ key, rows, text: `${rows} 辆车没有${text}` }]
  })

/** Where each plate or frame number stands first, in a row that is wrong otherwise too: which of both is right, nobody knows. */
function firstsOf(rows: readonly ReadRow[], key: 'plate' | 'vin'): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [index, row] of rows.entries())
    if (isVehicle(row) && row[key] !== '' && !firsts.has(row[key])) firsts.set(row[key], index)
  return firsts
}

/** What hinders nothing but is likely a slip: a frame number whose check digit does not fit, papers that are over. */
function warningsOf(row: ImportRow, today: LocalDate): RowIssue[] {
  const over = (['insuranceEndOn', 'commercialEndOn', 'inspectionEndOn'] as const).flatMap((key) => {
    const date = row[key]
    return date !== undefined && date < today ? [{ column: columnTitle(key), value: date, reason: '已过期' }] : []
  })
  const vin = { column: columnTitle('vin'), value: row.vin, reason: '第9位校验码不符，请核对行驶证（进口车可忽略）' }
  const found = [...(row.warnings ?? []), ...over]
  return isVinChecked(row.vin) ? found : [vin, ...found]
}
