import { normalisePlate } from '../../check/plate.ts'
import { importFen, importMinute, importPoints, isNothing, plainCell } from '../../table-import/cells.ts'
import type { Places } from '../../table-import/layout.ts'
import type { RowIssue } from '../../table-import/plan.ts'
import type { Instant } from '../../time.ts'
import { type OfficialState, officialState } from '../codes.ts'
import { MAX_POINTS, type Reported } from '../illegal.ts'
import { type IllegalImportKey, illegalColumnTitle } from './columns.ts'

/** What a report says of a violation; what it leaves empty is empty, or 0. */
export interface IllegalReport extends Reported {
  readonly place: string
  readonly act: string
  readonly points: number
  readonly authority: string
  readonly officialState: OfficialState
  readonly remark: string
}

/** A row that is sound by itself. */
export interface IllegalRow extends IllegalReport {
  /** Optional cells that could not be read and are taken as empty. */
  readonly unread: readonly RowIssue[]
}

export interface BrokenIllegal {
  readonly issues: readonly [RowIssue, ...RowIssue[]]
}

/** A row by itself; null: the line holds nothing. `other`: a line of sums or a signature. */
export type ReadIllegal = IllegalRow | BrokenIllegal | { readonly other: string } | null

export const isSoundIllegal = (row: ReadIllegal): row is IllegalRow => row !== null && 'plate' in row

/** How offices and those who ask them call that a violation was seen to: 1, 是, 已处理; whether it is paid too. */
function handledIn(text: string): OfficialState | null {
  if (/^(0|否|未处理|待处理|未缴款?|未交款?|未处理未缴款)$/.test(text)) return officialState.open
  if (/未[缴交]/.test(text) && /已处理/.test(text)) return officialState.handledUnpaid
  if (/已[缴交]|已处理已|^已完结$|^已结案$/.test(text)) return officialState.paid
  return /^(1|是|已处理)$/.test(text) ? officialState.handledUnpaid : null
}

function paidIn(text: string): boolean | null {
  if (/^(0|否|未[缴交](款|费)?)$/.test(text)) return false
  return /^(1|是|已[缴交](款|费)?|无需[缴交](款|费))$/.test(text) ? true : null
}

/** Longest texts, as the table of violations takes them. */
export const longest = { place: 200, act: 200, actCode: 10, docNo: 40, authority: 60, remark: 500 } as const

/** One row by itself: every wrong cell is named. `now`: nothing happened later. */
export function readIllegal(cells: readonly string[], places: Places<IllegalImportKey>, now: Instant): ReadIllegal {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const raw = (key: IllegalImportKey) => plainCell(cells[places.get(key)?.index ?? -1] ?? '')
  const given = (key: IllegalImportKey) => (isNothing(raw(key)) ? '' : raw(key))
  if (given('plate') === '' || given('occurAt') === '') {
    if (filled.some((cell) => /^(合计|总计|小计|共计|汇总)/.test(cell))) return { other: '合计行' }
    if (given('plate') === '' && filled.length < 3) return { other: '没有车牌号' }
  }
  const issues: RowIssue[] = []
  const unread: RowIssue[] = []
  const told = (key: IllegalImportKey, reason: string): RowIssue => ({
    column: illegalColumnTitle(key),
    value: raw(key).slice(0, 40),
    reason,
  })
  const wrong = (key: IllegalImportKey, reason: string) => issues.push(told(key, reason))
  const words = (key: keyof typeof longest) => {
    const text = given(key)
    if ([...text].length > longest[key]) wrong(key, `不能超过${longest[key]}字`)
    return text
  }

  const plate = normalisePlate(given('plate'))
  if (plate === '') wrong('plate', '请填写车牌号')
  else if ([...plate].length > 10) wrong('plate', '车牌号格式不正确')
  const occurAt = given('occurAt') === '' ? null : importMinute(given('occurAt'))
  if (given('occurAt') === '') wrong('occurAt', '请填写违章时间')
  else if (occurAt === null) wrong('occurAt', '时间格式错误，应如 2026-05-01 14:30')
  else if (occurAt > now) wrong('occurAt', '违章时间不能晚于现在')
  const points = given('points') === '' ? 0 : importPoints(given('points'))
  if (points === null || points > MAX_POINTS) wrong('points', '扣分应为0-12')
  const fine = given('fine') === '' ? 0 : importFen(given('fine'))
  if (fine === null) wrong('fine', '罚款应为金额，如 200')
  const handled = given('official') === '' ? officialState.open : handledIn(given('official'))
  const paid = given('paid') === '' ? false : paidIn(given('paid'))
  if (handled === null) unread.push(told('official', '处理状态无法识别，按未处理导入'))
  if (paid === null) unread.push(told('paid', '缴款状态无法识别，按未缴款导入'))
  const report: IllegalReport = {
    plate,
    occurAt: occurAt ?? 0,
    place: words('place'),
    act: words('act'),
    actCode: words('actCode'),
    points: points ?? 0,
    fine: fine ?? 0,
    docNo: words('docNo') || null,
    authority: words('authority'),
    officialState: paid === true ? officialState.paid : (handled ?? officialState.open),
    remark: words('remark'),
  }
  const [first, ...others] = issues
  return first ? { issues: [first, ...others] } : { ...report, unread }
}
