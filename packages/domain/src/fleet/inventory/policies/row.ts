import type { Fen } from '../../../money.ts'
import { normalisePlate } from '../../../platform/check/plate.ts'
import { type CellReading, plainCell, readMoney } from '../../../platform/table-import/cells.ts'
import { readDate } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import { addMonths, type LocalDate } from '../../../time.ts'
import { entryProblem } from '../../cost/entry.ts'
import { type InsuranceKind, insuranceKind, insuranceKinds } from '../codes.ts'
import { type PolicyKey, policyTable } from './columns.ts'

/** A policy of a table; missing texts are '', missing amounts null. */
export interface PolicyRow {
  readonly plate: string
  readonly kind: InsuranceKind
  readonly insurer: string
  readonly no: string
  readonly from: LocalDate
  readonly to: LocalDate
  readonly sumInsured: Fen | null
  readonly premium: Fen | null
}

type SoundPolicy = PolicyRow & { readonly warnings: readonly RowIssue[] }

/** Result of reading one row; null for an empty line. `other`: a line with totals. */
export type ReadPolicy = SoundPolicy | { readonly issues: readonly RowIssue[] } | { readonly other: string } | null

export const isSoundPolicy = (row: ReadPolicy): row is SoundPolicy => row !== null && 'plate' in row

const KIND_LIKE = `应为${insuranceKinds.items.map(({ name }) => name).join('、')}`

/** A commercial policy is named after one of its coverages, too. */
function readKind(text: string): CellReading<InsuranceKind> {
  const isCompulsory = /交强|强制|^强险$/.test(text)
  const isCommercial = /商业|商险|三者|第三者|车损|损失|盗抢|综合|统筹/.test(text)
  if (isCompulsory && isCommercial) return { problem: '一行只能填一种险', like: '请拆成两行' }
  if (isCompulsory) return { value: insuranceKind.compulsory }
  if (isCommercial) return { value: insuranceKind.commercial }
  if (/座位|车上人员|[司驾]乘|乘客|驾意|承运人/.test(text)) return { value: insuranceKind.passenger }
  return { problem: '险种无法识别', like: KIND_LIKE }
}

/** The number of a policy as it is compared: insurers print it with blanks. */
export const plainPolicyNo = (no: string): string => no.replace(/\s/g, '').toUpperCase()

/** Reads one row; every wrong cell is named. */
export function readPolicy(cells: readonly string[], places: Places<PolicyKey>): ReadPolicy {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(policyTable, cells, places)
  if (row.given('to') === '' && filled.some((cell) => /^(合计|总计|小计|共计|汇总)/.test(cell)))
    return { other: '合计行' }
  const money = (key: 'sumInsured' | 'premium') => (text: string) => readMoney(text, places.get(key)!.title)
  const isPeriod = row.given('from') === ''
  const read: PolicyRow = {
    plate: row.required('plate', (text) => ({ value: normalisePlate(text) })) ?? '',
    kind: row.required('kind', readKind) ?? insuranceKind.commercial,
    insurer: row.words('insurer', 40) ?? '',
    no: row.given('no') === '' ? '' : (row.required('no', readNo) ?? ''),
    from: (isPeriod ? startOfPeriod() : row.required('from', (text) => readDate(text, 'day'))) ?? '',
    to: row.required('to', (text) => readDate(text, 'end')) ?? '',
    sumInsured: row.optional('sumInsured', money('sumInsured')) || null,
    premium: (row.given('premium') === '' ? null : row.required('premium', money('premium'))) || null,
  }
  if (row.issues.length > 0) return { issues: row.issues }
  if (read.premium !== null && read.premium < 0) row.wrong('premium', '保费不能为负，退回的保费请在车辆费用中登记')
  const problem = entryProblem({ from: read.from, to: read.to, fen: 1, taxFen: 0 })
  if (problem !== null) row.wrong('to', problem.message.replace('结束', '到期').replace('开始', '生效'))
  if (row.issues.length > 0) return { issues: row.issues }
  if (read.to === addMonths(read.from, 12)) row.warn('to', '比一年多一天，如为0时到期请填前一天')
  return { ...read, warnings: row.warnings }

  function startOfPeriod(): LocalDate | undefined {
    const found = readDate(row.given('to'), 'start')
    if ('value' in found) return found.value
    row.wrong('from', '请填写生效日期')
    return undefined
  }
}

const readNo = (text: string): CellReading<string> => {
  const no = text.replace(/\s/g, '')
  return no.length > 40 ? { problem: '超过40字', like: '' } : { value: no }
}
