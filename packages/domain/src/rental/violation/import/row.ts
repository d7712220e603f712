import { normalisePlate } from '../../../platform/check/plate.ts'
import { type CellReading, plainCell, readFine, readPoints } from '../../../platform/table-import/cells.ts'
import { readMinute } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import type { Instant } from '../../../time.ts'
import { type OfficialState, officialState } from '../codes.ts'
import { MAX_POINTS, type Reported } from '../violation.ts'
import { type ViolationImportKey, violationTable } from './columns.ts'

/** Fields of a report; missing ones are '' or 0. */
export interface ViolationReport extends Reported {
  readonly place: string
  readonly act: string
  readonly points: number
  readonly authority: string
  readonly officialState: OfficialState
  readonly remark: string
}

/** A valid row. */
export interface ViolationRow extends ViolationReport {
  /** The authority has revoked it, or an appeal is pending there. */
  readonly disputed?: 'revoked' | 'appealed'
  /** Optional cells that could not be read and are treated as empty, and cells that should be checked. */
  readonly warnings: readonly RowIssue[]
}

export interface BrokenViolation {
  readonly issues: readonly [RowIssue, ...RowIssue[]]
}

/** Result of reading one row; null for an empty line. `other`: a line with totals or a signature. */
export type ReadViolation = ViolationRow | BrokenViolation | { readonly other: string } | null

export const isSoundViolation = (row: ReadViolation): row is ViolationRow => row !== null && 'plate' in row

/** States in lists of authorities and query services. `handled`: processed, without saying whether it is paid. */
type Said = 'open' | 'unpaid' | 'handled' | 'paid' | 'revoked' | 'appealed'

function readOfficialState(text: string): CellReading<Said> {
  if (/撤[销消]|已?消除|已?作废|(不予|免予|免于)处罚/.test(text)) return { value: 'revoked' }
  if (/申诉|复议|异议|诉讼/.test(text)) return { value: 'appealed' }
  if (/^(0|否|[未待](处理|裁决|处罚)|未缴款?|未交款?|未处理未缴款)$/.test(text)) return { value: 'open' }
  if (/未[缴交]|待[缴交]/.test(text) && /已(处理|裁决|处罚)/.test(text)) return { value: 'unpaid' }
  if (/已[缴交]|已处理已|^已?(完结|结案|结清|办结)$/.test(text)) return { value: 'paid' }
  if (/^(1|是|已处理|处理完[毕成]|已办理)$/.test(text)) return { value: 'handled' }
  return { problem: '处理状态无法识别', like: '应如 未处理、已处理未缴款、已处理已缴款' }
}

function readPaidState(text: string): CellReading<boolean> {
  if (/^(0|否|[未待][缴交](款|费)?)$/.test(text)) return { value: false }
  if (/^(1|9|是|已[缴交](款|费)?|(无需|无须|不需)[缴交](款|费))$/.test(text)) return { value: true }
  return { problem: '缴款状态无法识别', like: '应如 已缴款、未缴款' }
}

/** A handled violation is closed, unless the table says that it is not paid. */
function officialOf(said: Said, paid: boolean | undefined): OfficialState {
  if (paid === true || said === 'paid') return officialState.paid
  if (said === 'handled') return paid === false ? officialState.handledUnpaid : officialState.paid
  return said === 'unpaid' ? officialState.handledUnpaid : officialState.open
}

/** Limits of texts, as in the table of violations. */
export const longest = { place: 200, act: 200, actCode: 10, docNo: 40, authority: 60, remark: 500 } as const

/** Reads one row; every wrong cell is named. `now`: no violation can be later. */
export function readViolation(
  cells: readonly string[],
  places: Places<ViolationImportKey>,
  now: Instant,
): ReadViolation {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(violationTable, cells, places)
  const { given, optional, required } = row
  if (given('plate') === '' || given('occurAt') === '') {
    if (filled.some((cell) => /^(合计|总计|小计|共计|汇总)/.test(cell))) return { other: '合计行' }
    if (given('plate') === '' && filled.length < 3) return { other: '没有车牌号' }
  }
  const words = (key: keyof typeof longest) => row.words(key, longest[key]) ?? ''

  const plate = required('plate', (text) => {
    const plain = normalisePlate(text)
    return [...plain].length > 10 ? { problem: '车牌号格式不正确', like: '' } : { value: plain }
  })
  const occurAt = required('occurAt', (text) => {
    const found = readMinute(text, now)
    return 'value' in found && found.value > now ? { problem: '违章时间不能晚于现在', like: '' } : found
  })
  const said = optional('official', readOfficialState, '按未处理导入') ?? 'open'
  const paid = optional('paid', readPaidState, '按未缴款导入')
  const report: ViolationReport = {
    plate: plate ?? '',
    occurAt: occurAt ?? 0,
    place: words('place'),
    act: words('act'),
    // A spreadsheet may turn the code into a decimal number.
    actCode: row.number('actCode', longest.actCode)?.replace(/\.0+$/, '') ?? '',
    points: optional('points', (text) => readPoints(text, MAX_POINTS), '按0分导入') ?? 0,
    fine: optional('fine', readFine, '按待裁决导入') ?? null,
    docNo: documentNumber(row.number('docNo', longest.docNo)),
    authority: words('authority'),
    officialState: officialOf(said, paid),
    remark: words('remark'),
  }
  const [first, ...others] = row.issues
  if (first) return { issues: [first, ...others] }
  const disputed = said === 'revoked' || said === 'appealed' ? { disputed: said } : {}
  return { ...report, ...disputed, warnings: row.warnings }
}

/** The number of a document; null for a placeholder: `0`, `无编号`. */
const documentNumber = (text: string | undefined): string | null => {
  const plain = text?.replace(/\s/g, '') ?? ''
  return /[1-9]/.test(plain) ? plain : null
}
