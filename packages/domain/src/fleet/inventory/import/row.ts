import type { CodeOf } from '../../../enumeration.ts'
import { normalisePlate, plateKindOf } from '../../../platform/check/plate.ts'
import { normaliseVin, vinProblem } from '../../../platform/check/vin.ts'
import { type CellReading, plainCell, readKm } from '../../../platform/table-import/cells.ts'
import { readDate } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import type { LocalDate } from '../../../time.ts'
import {
  type PlateColor,
  type PlateKind,
  plateColor,
  plateColors,
  plateKind,
  plateKinds,
  useNature,
  useNatures,
} from '../codes.ts'
import { readTags, tagsProblem } from '../tags.ts'
import { type ImportKey, vehicleTable } from './columns.ts'

/** A valid row. Empty cells are undefined, so that an update does not change those fields. */
export interface ImportRow {
  readonly plate: string
  readonly vin: string
  /** '' when the column is missing or the cell is empty. */
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
  readonly plateColor?: PlateColor
  readonly parkingNote?: string
  readonly keyNote?: string
  readonly tags?: readonly string[]
  readonly remark?: string
  /** Optional cells that could not be read and are treated as empty, and cells that should be checked. */
  readonly warnings?: readonly RowIssue[]
}

/** A row with wrong cells, and the fields that need the merchant's own data to be checked. */
export interface BrokenRow extends Pick<ImportRow, 'model' | 'store' | 'plate' | 'vin'> {
  readonly issues: readonly [RowIssue, ...RowIssue[]]
}

/** A line with totals or a signature: no vehicle. */
export interface OtherLine {
  readonly other: string
}

/** Result of reading one row; null for an empty line. */
export type ReadRow = ImportRow | BrokenRow | OtherLine | null

export const isSound = (row: ReadRow): row is ImportRow => row !== null && 'plate' in row && !('issues' in row)

/** A row about a vehicle, valid or not. */
export const isVehicle = (row: ReadRow): row is ImportRow | BrokenRow => row !== null && !('other' in row)

/** Uses of a car as merchants and registration documents name them; 营转非 is a car that was formerly rented out. */
const useNatureOf = (text: string) =>
  useNatures.items.find(
    ({ name, value }) =>
      text === name ||
      text.replace(/^出租|客运$/g, '') === name ||
      (value === useNature.nonOperating && /^(营转非|(企业)?非营业|(家庭)?自用|私家车?)$/.test(text)) ||
      (value === useNature.hailing && /^(预约出租|网约)车?$/.test(text)),
  )

/** A plate colour in common spellings: 蓝牌, 蓝色, 蓝底白字, 绿, 白绿; null for an unknown one. */
function plateColorIn(text: string): PlateColor | null {
  const name = text.replace(/底[白黑红]字$/, '').replace(/[色牌底]+$/, '')
  if (/^(白?绿|绿白|白绿渐变|渐变|新能源绿?)$/.test(name)) return plateColor.gradientGreen
  if (/^黄绿(双拼)?$/.test(name)) return plateColor.yellowGreen
  return (plateColors.items.find((one) => one.name === name)?.value as PlateColor | undefined) ?? null
}

/** A plate kind in common spellings: 小型汽车, 小型新能源汽车, 普通. */
function plateKindIn(text: string): PlateKind | null {
  const name = text.replace(/(汽车)?(号牌|车牌)?$/, '')
  if (/^(小型|大型|中型|轿车|教练)$/.test(name)) return plateKind.ordinary
  return (plateKinds.items.find((one) => one.name === name)?.value as PlateKind | undefined) ?? null
}

type Coded = { readonly items: readonly { readonly name: string }[] }
/** Reader of a cell with one of the values of an enumeration. */
const oneOf =
  <T>(codes: Coded, find: (text: string) => T | null | undefined) =>
  (text: string): CellReading<T> => {
    const value = find(text)
    return value == null
      ? { problem: '无法识别', like: `应为${codes.items.map(({ name }) => name).join('、')}` }
      : { value }
  }

function readTagCell(text: string): CellReading<string[]> {
  const tags = readTags(text)
  const problem = tagsProblem(tags)
  return problem === null ? { value: tags } : { problem, like: '用顿号隔开，如 新车、网约' }
}

/** Reads one row; every wrong cell is named. */
export function readRow(cells: readonly string[], places: Places<ImportKey>): ReadRow {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(vehicleTable, cells, places)
  const { given, wrong, optional, required, words } = row
  if (given('vin') === '') {
    if (filled.some((cell) => /^(合计|总计|小计|共计|汇总)/.test(cell))) return { other: '合计行' }
    if (given('plate') === '' && filled.length < 3) return { other: '没有车牌号和车架号' }
  }
  const day = (key: ImportKey, asked: 'day' | 'end') => optional(key, (text) => readDate(text, asked))

  const plate = normalisePlate(given('plate'))
  required('plate', () => (plateKindOf(plate) === null ? { problem: '车牌号格式不正确', like: '' } : { value: plate }))
  const vin = normaliseVin(given('vin'))
  required('vin', () => {
    const problem = vinProblem(vin)
    return problem === null ? { value: vin } : { problem, like: '' }
  })
  const kind = optional('plateKind', oneOf(plateKinds, plateKindIn))
  if (kind === plateKind.temporary) wrong('plateKind', '临时号牌请在车辆管理中新建，需填有效期')
  else if (kind !== undefined && plateKindOf(plate) !== null && kind !== plateKindOf(plate))
    wrong('plateKind', `与车牌号不符，按车牌号应为${plateKinds.text(plateKindOf(plate)!)}`)
  /** A name is checked later against the merchant's data; here only a failed formula is an error. */
  const name = (key: 'model' | 'store') => (given(key) === '' ? '' : (required(key, (text) => ({ value: text })) ?? ''))
  const read: ImportRow = {
    plate,
    vin,
    model: name('model'),
    store: name('store'),
    engineNo: row.number('engineNo', 20),
    colour: words('colour', 10),
    registerOn: day('registerOn', 'day'),
    useNature: optional('useNature', oneOf(useNatures, useNatureOf))?.value as ImportRow['useNature'],
    odometerKm: optional('odometerKm', (text) => readKm(text, places.get('odometerKm')!.title)),
    insuranceEndOn: day('insuranceEndOn', 'end'),
    commercialEndOn: day('commercialEndOn', 'end'),
    inspectionEndOn: day('inspectionEndOn', 'end'),
    plateColor: optional('plateColor', oneOf(plateColors, plateColorIn)),
    parkingNote: words('parkingNote', 50),
    keyNote: words('keyNote', 100),
    tags: optional('tags', readTagCell),
    remark: words('remark', 200),
  }
  const [first, ...others] = row.issues
  if (first) return { issues: [first, ...others], plate, vin, model: read.model, store: read.store }
  return row.warnings.length > 0 ? { ...read, warnings: row.warnings } : read
}
