import { normalisePlate, plateKindOf } from '../../check/plate.ts'
import { normaliseVin, vinProblem } from '../../check/vin.ts'
import type { CodeOf } from '../../enumeration.ts'
import { importDate, importKm, isNothing, plainCell } from '../../table-import/cells.ts'
import type { Places } from '../../table-import/layout.ts'
import type { RowIssue } from '../../table-import/plan.ts'
import type { LocalDate } from '../../time.ts'
import {
  type PlateColor,
  type PlateKind,
  plateColor,
  plateColors,
  plateKind,
  plateKinds,
  useNatures,
} from '../codes.ts'
import { readTags, tagsProblem } from '../tags.ts'
import { columnTitle, type ImportKey } from './columns.ts'

/** A row that is sound by itself. What was left empty is undefined, so that an update keeps what is there. */
export interface ImportRow {
  readonly plate: string
  readonly vin: string
  /** Empty: no column tells, or the cell is empty. */
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
  readonly tags?: readonly string[]
  readonly remark?: string
  /** Optional cells that could not be read and are taken as empty. */
  readonly unread?: readonly RowIssue[]
}

/** A row with wrong cells, and what it says that only the merchant's own data can tell to be right. */
export interface BrokenRow extends Pick<ImportRow, 'model' | 'store' | 'plate' | 'vin'> {
  readonly issues: readonly [RowIssue, ...RowIssue[]]
}

/** A line of sums or a signature: no vehicle. */
export interface OtherLine {
  readonly other: string
}

/** A row by itself; null: the line holds nothing. */
export type ReadRow = ImportRow | BrokenRow | OtherLine | null

export const isSound = (row: ReadRow): row is ImportRow => row !== null && 'plate' in row && !('issues' in row)

/** A row that means a vehicle, rightly or not. */
export const isVehicle = (row: ReadRow): row is ImportRow | BrokenRow => row !== null && !('other' in row)

/** What shops and registration papers call the uses of a car. */
const usedAs = (text: string) =>
  useNatures.items.find(({ name }) => text === name || text.replace(/^出租|客运$/g, '') === name)

/** A colour as shops write it: 蓝牌, 蓝色, 绿; undefined for none given, null for no such colour. */
function plateColorIn(text: string): PlateColor | null | undefined {
  const name = text.replace(/[色牌底]+$/, '')
  if (name === '') return undefined
  if (name === '绿') return plateColor.gradientGreen
  return (plateColors.items.find((one) => one.name === name)?.value as PlateColor | undefined) ?? null
}

/** A kind as the registration paper or a shop writes it: 小型汽车, 小型新能源汽车, 普通. */
function plateKindIn(text: string): PlateKind | null | undefined {
  const name = text.replace(/(汽车)?(号牌|车牌)?$/, '')
  if (name === '') return undefined
  if (/^(小型|大型|中型|轿车|教练)$/.test(name)) return plateKind.ordinary
  return (plateKinds.items.find((one) => one.name === name)?.value as PlateKind | undefined) ?? null
}

/** One row by itself: every wrong cell is named. */
export function readRow(cells: readonly string[], places: Places<ImportKey>): ReadRow {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const issues: RowIssue[] = []
  const unread: RowIssue[] = []
  const raw = (key: ImportKey) => plainCell(cells[places.get(key)?.index ?? -1] ?? '')
  const given = (key: ImportKey) => (isNothing(raw(key)) ? '' : raw(key))
  if (given('vin') === '') {
    if (filled.some((cell) => /^(合计|总计|小计|共计|汇总)/.test(cell))) return { other: '合计行' }
    if (given('plate') === '' && filled.length < 3) return { other: '没有车牌号和车架号' }
  }

  const wrong = (key: ImportKey, reason: string) => {
    issues.push({ column: columnTitle(key), value: raw(key).slice(0, 40), reason })
  }
  const words = (key: ImportKey, most: number) => {
    const text = given(key)
    if ([...text].length > most) wrong(key, `不能超过${most}字`)
    return text === '' ? undefined : text
  }
  const day = (key: ImportKey) => {
    const text = given(key)
    if (text === '') return undefined
    const date = importDate(text)
    if (date === null)
      unread.push({
        column: columnTitle(key),
        value: raw(key).slice(0, 40),
        reason: '日期无法识别，留空导入；应如 2027-05-01',
      })
    return date ?? undefined
  }
  const km = () => {
    const text = given('odometerKm')
    if (text === '') return undefined
    const value = importKm(text, places.get('odometerKm')!.title)
    if (value === null) wrong('odometerKm', '里程应为0至9999999的整数，或如 3.5万')
    return value ?? undefined
  }

  const plate = normalisePlate(given('plate'))
  if (plate === '') wrong('plate', '请填写车牌号')
  else if (plateKindOf(plate) === null) wrong('plate', '车牌号格式不正确')
  const vin = normaliseVin(given('vin'))
  const vinWrong = vin === '' ? '请填写车架号' : vinProblem(vin)
  if (vinWrong !== null) wrong('vin', vinWrong)
  const nature = given('useNature')
  if (nature !== '' && usedAs(nature) === undefined)
    wrong('useNature', `应为${useNatures.items.map(({ name }) => name).join('、')}`)
  const colour = plateColorIn(given('plateColor'))
  if (colour === null) wrong('plateColor', `应为${plateColors.items.map(({ name }) => name).join('、')}`)
  const kind = plateKindIn(given('plateKind'))
  if (kind === null) wrong('plateKind', `应为${plateKinds.items.map(({ name }) => name).join('、')}`)
  else if (kind === plateKind.temporary) wrong('plateKind', '临时号牌请在车辆管理中新增，需填有效期')
  else if (kind !== undefined && plateKindOf(plate) !== null && kind !== plateKindOf(plate))
    wrong('plateKind', `与车牌号不符，按车牌号应为${plateKinds.text(plateKindOf(plate)!)}`)
  const tags = readTags(given('tags'))
  const tagsWrong = tagsProblem(tags)
  if (tagsWrong !== null) wrong('tags', tagsWrong)
  const row: ImportRow = {
    plate,
    vin,
    model: given('model'),
    store: given('store'),
    engineNo: words('engineNo', 20),
    colour: words('colour', 10),
    registerOn: day('registerOn'),
    useNature: usedAs(nature)?.value as ImportRow['useNature'],
    odometerKm: km(),
    insuranceEndOn: day('insuranceEndOn'),
    commercialEndOn: day('commercialEndOn'),
    inspectionEndOn: day('inspectionEndOn'),
    plateColor: colour ?? undefined,
    parkingNote: words('parkingNote', 50),
    tags: tags.length === 0 ? undefined : tags,
    remark: words('remark', 200),
  }
  const [first, ...others] = issues
  if (first) return { issues: [first, ...others], plate, vin, model: row.model, store: row.store }
  return unread.length > 0 ? { ...row, unread } : row
}
