import { normalisePlate } from '../../../platform/check/plate.ts'
import { type CellReading, plainCell, readAmount } from '../../../platform/table-import/cells.ts'
import { readMinute } from '../../../platform/table-import/dates.ts'
import { type Places, plainTitle } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import type { Instant } from '../../../time.ts'
import { type TollKind, tollKind, tollKinds } from '../codes.ts'
import { type TollImportKey, tollTable } from './columns.ts'

/** A line of a bill; missing texts are ''. */
export interface TollRow {
  readonly kind: TollKind
  readonly provider: string
  readonly lineNo: string | null
  readonly plate: string
  readonly cardNo: string
  readonly inAt: Instant | null
  readonly outAt: Instant
  readonly place: string
  /** Negative: money back from the provider; `lineNo` is then the number of the line that it names, if it names one. */
  readonly fen: number
}

/** Result of reading one row; null for an empty line. `other`: a line with totals. */
export type ReadToll =
  | (TollRow & { readonly warnings: readonly RowIssue[] })
  | { readonly issues: readonly RowIssue[] }
  | { readonly other: string }
  | null

export const isSoundToll = (row: ReadToll): row is TollRow & { readonly warnings: readonly RowIssue[] } =>
  row !== null && 'plate' in row

const words: readonly (readonly [RegExp, TollKind])[] = [
  [/充电|电站|电费|电桩|场站/, tollKind.charging],
  [/停车|车场|泊/, tollKind.parking],
  [/过路|过桥|高速|通行|收费站|路段|出口|入口|ETC/i, tollKind.toll],
]
const kindIn = (text: string): TollKind | undefined => words.find(([word]) => word.test(text))?.[1]

function readKind(text: string): CellReading<TollKind> {
  const kind = kindIn(text)
  if (kind !== undefined) return { value: kind }
  return { problem: '类型无法识别', like: `应为${tollKinds.values.map(tollKinds.text).join('、')}` }
}

/** Most bills have no column for the kind: the titles of their other columns say it. */
const kindOfTitles = (places: Places<TollImportKey>): TollKind | undefined =>
  kindIn([...places.values()].map(({ title }) => plainTitle(title)).join(' '))

const MAX_PLATE = 10
const longest = { cardNo: 40, place: 100, entry: 90, lineNo: 60, provider: 40 } as const

/** Reads one row; every wrong cell is named. `now`: no line of a bill can be later. */
export function readToll(cells: readonly string[], places: Places<TollImportKey>, now: Instant): ReadToll {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(tollTable, cells, places)
  const none = row.given('plate') === '' && row.given('cardNo') === ''
  if (none || row.given('outAt') === '') {
    if (filled.some((cell) => /^(合计|总计|小计|共计|汇总|本页)/.test(cell))) return { other: '合计行' }
    if (none && filled.length < 3) return { other: '没有车牌号或卡号' }
  }
  const plate = row.optional('plate', (text) => ({ value: normalisePlate(text) })) ?? ''
  if ([...plate].length > MAX_PLATE) row.wrong('plate', '车牌号格式不正确')
  const cardNo = row.number('cardNo', longest.cardNo)?.replace(/\s/g, '') ?? ''
  if (plate === '' && cardNo === '') row.wrong('plate', '请填写车牌号或卡号')
  const past = (text: string): CellReading<Instant> => {
    const found = readMinute(text, now)
    return 'value' in found && found.value > now ? { problem: '时间不能晚于现在', like: '' } : found
  }
  const outAt = row.required('outAt', past) ?? 0
  const inAt = row.optional('inAt', past, '按离开时间匹配') ?? null
  if (inAt !== null && row.issues.length === 0 && inAt > outAt) row.wrong('inAt', '进入时间不能晚于离开时间')
  const told = row.given('kind')
  const kind = told === '' ? kindOfTitles(places) : row.required('kind', readKind)
  if (kind === undefined && told === '') row.wrong('kind', '请填写类型')
  const fen = row.required('fen', readAmount) ?? 0
  const numberIn = (key: 'lineNo' | 'backNo') => row.number(key, longest.lineNo)?.replace(/\s/g, '') || null
  const [own, named] = [numberIn('lineNo'), numberIn('backNo')]
  const [entry, exit] = [row.words('entry', longest.entry) ?? '', row.words('place', longest.place) ?? '']
  const read: TollRow = {
    kind: kind ?? tollKind.toll,
    provider: row.words('provider', longest.provider) ?? '',
    lineNo: fen < 0 ? (named ?? own) : own,
    plate,
    cardNo,
    inAt,
    outAt,
    place: [entry, exit].filter(Boolean).join(' → '),
    fen,
  }
  if (row.issues.length > 0) return { issues: row.issues }
  // Free passages and the first minutes of a car park are lines of 0.
  return fen === 0 ? { other: '金额为0' } : { ...read, warnings: row.warnings }
}
