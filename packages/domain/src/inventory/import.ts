import { normalisePlate, plateKindOf } from '../check/plate.ts'
import { normaliseVin, vinProblem } from '../check/vin.ts'
import type { CodeOf } from '../enumeration.ts'
import { addDays, addMonths, dateOfEpochDay, isBusinessDate, isLocalDate, type LocalDate } from '../time.ts'
import { type Lifecycle, lifecycle, useNatures } from './codes.ts'

/*
 * Vehicles out of a spreadsheet: what each column holds, what is wrong with a row by itself, and what is to be done with it
 * once the merchant's own vehicles, models and stores are known. Nothing here reads a file or a database.
 */

/** Most rows of one file, its heading not counted. */
export const MAX_IMPORT_ROWS = 5000

export const importColumns = [
  { key: 'plate', title: '车牌号', required: true, width: 14 },
  { key: 'vin', title: '车架号', required: true, width: 22 },
  { key: 'model', title: '车型', required: true, width: 20 },
  { key: 'store', title: '门店', required: true, width: 16 },
  { key: 'engineNo', title: '发动机号', required: false, width: 14 },
  { key: 'colour', title: '颜色', required: false, width: 8 },
  { key: 'registerOn', title: '注册日期', required: false, width: 12 },
  { key: 'useNature', title: '使用性质', required: false, width: 10 },
  { key: 'odometerKm', title: '里程', required: false, width: 10 },
  { key: 'insuranceEndOn', title: '交强险到期', required: false, width: 12 },
  { key: 'commercialEndOn', title: '商业险到期', required: false, width: 12 },
  { key: 'inspectionEndOn', title: '年检到期', required: false, width: 12 },
  { key: 'remark', title: '备注', required: false, width: 24 },
] as const
export type ImportKey = (typeof importColumns)[number]['key']

/** As the template's heading says it: what must be filled in carries a star. */
export const importHeading = importColumns.map(({ title, required }) => (required ? `${title}*` : title))

const titleOf = (key: ImportKey): string => importColumns.find((column) => column.key === key)!.title

/** Where each column stands in a file; null when one that is needed is missing: it is another template. */
export function columnsIn(heading: readonly string[]): ReadonlyMap<ImportKey, number> | null {
  const titles = heading.map((title) => title.replace(/[*＊\s]/g, ''))
  const places = new Map<ImportKey, number>()
  for (const { key, title, required } of importColumns) {
    const place = titles.indexOf(title)
    if (place >= 0) places.set(key, place)
    else if (required) return null
  }
  return places
}

/** What is wrong with a row, by the title of its column; null: with the row as a whole. */
export interface RowIssue {
  readonly column: string | null
  readonly value: string
  readonly reason: string
}

/** A row that is sound by itself. What was left empty is undefined, so that an update keeps what is there. */
export interface ImportRow {
  readonly plate: string
  readonly vin: string
  readonly model: string
  readonly store: string
  readonly engineNo?: string
  readonly colour?: string
  readonly registerOn?: LocalDate
  readonly useNature?: CodeOf<typeof useNatures>
  readonly odometerKm?: number
  readonly insuranceEndOn?: LocalDate
  readonly commercialEndOn?: LocalDate
  readonly inspectionEndOn?: LocalDate
  readonly remark?: string
}

/** The day that a cell means: `2027-05-01`, `2027/5/1`, `2027年5月1日`, a spreadsheet's day number, or a month's last day. */
export function importDate(text: string): LocalDate | null {
  if (/^\d{5}$/.test(text)) return dateOfEpochDay(Number(text) - 25_569)
  const match = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?(?:[ T]00:00(?::00)?)?$/.exec(text)
  if (match === null) return null
  const [, year, month, day] = match
  const first = `${year}-${month!.padStart(2, '0')}-01`
  if (!isLocalDate(first)) return null
  // Inspections are printed as a month and good to its end.
  if (day === undefined) return addDays(addMonths(first, 1), -1)
  const date = `${first.slice(0, 8)}${day.padStart(2, '0')}`
  return isBusinessDate(date) ? date : null
}

const limited = (most: number) => (text: string) => ([...text].length <= most ? null : `不能超过${most}字`)

/** A row with wrong cells, and what it says that only the merchant's own data can tell to be right. */
export interface BrokenRow extends Pick<ImportRow, 'model' | 'store'> {
  readonly issues: readonly [RowIssue, ...RowIssue[]]
}

/** A row by itself; null: the line holds nothing. */
export type ReadRow = ImportRow | BrokenRow | null

/** One row by itself: every wrong cell is named. */
export function readRow(cells: readonly string[], places: ReadonlyMap<ImportKey, number>): ReadRow {
  if (cells.every((cell) => cell.trim() === '')) return null
  const issues: RowIssue[] = []
  const raw = (key: ImportKey) => (cells[places.get(key) ?? -1] ?? '').trim()
  const wrong = (key: ImportKey, reason: string) => {
    issues.push({ column: titleOf(key), value: raw(key).slice(0, 40), reason })
  }
  const words = (key: ImportKey, most: number) => {
    const text = raw(key)
    const problem = limited(most)(text)
    if (problem !== null) wrong(key, problem)
    return text === '' ? undefined : text
  }
  const day = (key: ImportKey) => {
    const text = raw(key)
    if (text === '') return undefined
    const date = importDate(text)
    if (date === null) wrong(key, '日期格式不正确，应为 2027-05-01')
    return date ?? undefined
  }

  for (const { key, title, required } of importColumns) if (required && raw(key) === '') wrong(key, `请填写${title}`)
  const plate = normalisePlate(raw('plate'))
  if (plate !== '' && plateKindOf(plate) === null) wrong('plate', '车牌号格式不正确')
  const vin = normaliseVin(raw('vin'))
  const vinWrong = vin === '' ? null : vinProblem(vin)
  if (vinWrong !== null) wrong('vin', vinWrong)
  const nature = useNatures.items.find(({ name }) => name === raw('useNature'))
  if (raw('useNature') !== '' && nature === undefined)
    wrong('useNature', `应为${useNatures.items.map(({ name }) => name).join('、')}`)
  const km = raw('odometerKm').replace(/,|，|km|公里/gi, '')
  if (km !== '' && !/^\d{1,7}(\.0+)?$/.test(km)) wrong('odometerKm', '里程应为0至9999999的整数')
  const row: ImportRow = {
    plate,
    vin,
    model: raw('model'),
    store: raw('store'),
    engineNo: words('engineNo', 20),
    colour: words('colour', 10),
    registerOn: day('registerOn'),
    useNature: nature?.value as ImportRow['useNature'],
    odometerKm: km === '' ? undefined : Math.trunc(Number(km)),
    insuranceEndOn: day('insuranceEndOn'),
    commercialEndOn: day('commercialEndOn'),
    inspectionEndOn: day('inspectionEndOn'),
    remark: words('remark', 200),
  }
  const [first, ...others] = issues
  return first ? { issues: [first, ...others], model: row.model, store: row.store } : row
}

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
  readonly models: readonly {
    readonly id: string
    readonly name: string
    readonly year: number | null
    readonly open: boolean
  }[]
  /** Those of whoever imports. */
  readonly stores: readonly {
    readonly id: string
    readonly name: string
    readonly code: string
    readonly open: boolean
  }[]
}

/** A row that is sound by itself. */
export const isSound = (row: ReadRow): row is ImportRow => row !== null && !('issues' in row)

/** What becomes of a row; none: its line is empty. */
export type RowPlan =
  | { readonly action: 'none' }
  | { readonly action: 'create'; readonly row: ImportRow; readonly modelId: string; readonly storeId: string }
  | {
      readonly action: 'update'
      readonly row: ImportRow
      readonly modelId: string
      readonly storeId: string
      readonly vehicle: KnownVehicle
    }
  | { readonly action: 'skip'; readonly reason: string }
  | { readonly action: 'fail'; readonly issues: readonly RowIssue[] }

/**
 * What is to be done with every row of a table, in its order. Rows are matched by frame number, then by plate; existing
 * vehicles change only when `overwrite` says so, and those in service keep their model and store, which other people's
 * orders stand on. Done twice, the second time creates nothing. A table may be planned piece by piece, `from` up to `to`:
 * what a row repeats is told of the whole table.
 */
export function planImport(
  rows: readonly ReadRow[],
  known: Known,
  { overwrite, from = 0, to }: { readonly overwrite: boolean; readonly from?: number; readonly to?: number },
): RowPlan[] {
  const byVin = new Map(known.vehicles.map((vehicle) => [vehicle.vin, vehicle]))
  const byPlate = new Map(
    known.vehicles.flatMap((vehicle) => (vehicle.lifecycle === lifecycle.disposed ? [] : [[vehicle.plate, vehicle]])),
  )
  const models = modelFinder(known.models)
  const stores = new Map(known.stores.flatMap((store) => [[store.code, store] as const, [store.name, store] as const]))
  const firsts = { plate: firstsOf(rows, 'plate'), vin: firstsOf(rows, 'vin') }

  return rows.slice(from, to).map((row, place): RowPlan => {
    if (row === null) return { action: 'none' }
    const issues: RowIssue[] = isSound(row) ? [] : [...row.issues]
    const wrong = (key: 'plate' | 'vin' | 'model' | 'store' | 'odometerKm', reason: string) => {
      issues.push({ column: titleOf(key), value: String((row as Partial<ImportRow>)[key] ?? ''), reason })
    }
    if (isSound(row)) {
      for (const key of ['plate', 'vin'] as const) {
        const first = firsts[key].get(row[key])!
        // As the table counts: its heading is row 1.
        if (first < from + place) wrong(key, `与第${first + 2}行重复`)
      }
    }
    // An empty cell has been told of.
    const model = models(row.model)
    if (typeof model === 'string' && row.model !== '') wrong('model', model)
    const store = stores.get(row.store)
    if (store === undefined && row.store !== '') wrong('store', '门店不存在或不在您的数据范围内')
    else if (store && !store.open) wrong('store', '门店已关闭')
    if (!isSound(row)) return { action: 'fail', issues }

    const vehicle = byVin.get(row.vin) ?? byPlate.get(row.plate)
    if (vehicle === undefined) {
      if (issues.length > 0) return { action: 'fail', issues }
      return { action: 'create', row, modelId: (model as { id: string }).id, storeId: store!.id }
    }
    if (!vehicle.visible) wrong('vin', '车辆属于其他门店，不在您的数据范围内')
    else if (vehicle.lifecycle === lifecycle.disposed) wrong('vin', '该车架号的车辆已处置')
    else if (overwrite) {
      const other = byPlate.get(row.plate)
      if (other !== undefined && other.id !== vehicle.id) wrong('plate', '该车牌已存在')
      if (row.odometerKm !== undefined && row.odometerKm < vehicle.odometerKm)
        wrong('odometerKm', '里程不能小于当前里程')
      if (vehicle.lifecycle === lifecycle.inService && typeof model === 'object' && store !== undefined) {
        if (model.id !== vehicle.modelId) wrong('model', '在营车辆不能更换车型，请先下架')
        if (store.id !== vehicle.homeStoreId) wrong('store', '在营车辆不能更换门店，请先下架')
      }
    }
    if (issues.length > 0) return { action: 'fail', issues }
    if (!overwrite) return { action: 'skip', reason: '车辆已存在，未覆盖' }
    return { action: 'update', row, modelId: (model as { id: string }).id, storeId: store!.id, vehicle }
  })
}

/** Where each plate or frame number stands first. */
function firstsOf(rows: readonly ReadRow[], key: 'plate' | 'vin'): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const [index, row] of rows.entries()) if (isSound(row) && !firsts.has(row[key])) firsts.set(row[key], index)
  return firsts
}

/** A model by its name, with its year where several have the name; the text says what is wrong. */
function modelFinder(models: Known['models']) {
  const byName = new Map<string, Known['models'][number][]>()
  const add = (name: string, model: Known['models'][number]) => {
    const key = compact(name)
    byName.set(key, [...(byName.get(key) ?? []), model])
  }
  for (const model of models) {
    add(model.name, model)
    if (model.year !== null) {
      add(`${model.name}${model.year}`, model)
      add(`${model.name}${model.year}款`, model)
    }
  }
  return (name: string): Known['models'][number] | string => {
    const [first, ...others] = byName.get(compact(name)) ?? []
    if (first === undefined) return '车型不存在，请先在车型中添加'
    if (others.length > 0) return `有多个同名车型，请写明年款，如“${first.name} ${first.year ?? ''}”`
    return first.open ? first : '车型已停用'
  }
}

const compact = (name: string): string => name.replace(/\s/g, '').toLowerCase()

/** How many rows meet which end. */
export const countPlans = (plans: readonly RowPlan[]) => ({
  created: plans.filter((plan) => plan.action === 'create').length,
  updated: plans.filter((plan) => plan.action === 'update').length,
  skipped: plans.filter((plan) => plan.action === 'skip').length,
  failed: plans.filter((plan) => plan.action === 'fail').length,
})

/** What the result file says of a row. `written` false: it was only a trial, or nothing was written. */
export function planText(plan: RowPlan, written: boolean): string {
  switch (plan.action) {
    case 'none':
      return ''
    case 'create':
      return written ? '新增成功' : '可新增'
    case 'update':
      return written ? '更新成功' : '可更新'
    case 'skip':
      return `跳过：${plan.reason}`
    case 'fail':
      return `失败：${plan.issues.map(({ column, reason }) => (column === null ? reason : `「${column}」${reason}`)).join('；')}`
  }
}
