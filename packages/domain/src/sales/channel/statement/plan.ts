import { type CellReading, plainCell } from '../../../platform/table-import/cells.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { PlanOf, RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import { type StatementKey, statementTable } from './columns.ts'

/** A line of a platform's statement; a refund is negative. */
export interface StatementRow {
  readonly channelOrderNo: string
  readonly netFen: number
  readonly commissionFen: number
  /** It says what it keeps, if only that it is nothing. */
  readonly commissionTold: boolean
  /** Of the amount: taken from the customer's deposit. */
  readonly deductedFen: number
  readonly warnings: readonly RowIssue[]
}

export type ReadStatement =
  | StatementRow
  | { readonly issues: readonly [RowIssue, ...RowIssue[]] }
  | { readonly other: string }
  | null

/** Yuan with at most two decimals, thousands separated, a sign or brackets for negative ones. */
export function readYuan(cell: string): CellReading<number> {
  const plain = cell.replace(/[,，¥￥元\s]/g, '')
  const bracketed = /^\((.*)\)$/.exec(plain)
  const text = bracketed === null ? plain : `-${bracketed[1]}`
  if (!/^[+-]?\d{1,9}(\.\d{1,2}0*)?$/.test(text)) return { problem: '金额无法识别', like: '应如 268.00 或 -50' }
  return { value: Math.round(Number(text) * 100) }
}

export function readStatement(cells: readonly string[], places: Places<StatementKey>): ReadStatement {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(statementTable, cells, places)
  if (row.given('channelOrderNo') === '' || /^(合计|总计|小计|共计|汇总)/.test(filled[0]!))
    return { other: '没有订单号' }
  const channelOrderNo = row.required('channelOrderNo', (text) =>
    text.length > 64 ? { problem: '渠道订单号过长', like: '' } : { value: text },
  )
  const settled = row.required('settled', readYuan) ?? 0
  const told = row.optional('commission', readYuan, '不核对佣金')
  const commission = told ?? 0
  const [first, ...others] = row.issues
  if (first) return { issues: [first, ...others] }
  // Some platforms write refunds without a sign.
  const isBack = /退/.test(row.given('type'))
  return {
    channelOrderNo: channelOrderNo!,
    netFen: isBack ? -Math.abs(settled) : settled,
    commissionFen: isBack ? -Math.abs(commission) : Math.abs(commission),
    commissionTold: told !== undefined,
    deductedFen: !isBack && /扣款|押金|赔付/.test(row.given('type')) ? settled : 0,
    warnings: row.warnings,
  }
}

export interface KnownLine {
  readonly source: number
  readonly month: string
  readonly channelOrderNo: string
  readonly isOpen: boolean
}

interface Line {
  readonly source: number
  readonly month: string
  readonly channelOrderNo: string
  readonly netFen: number
  readonly commissionFen: number
  readonly commissionTold: boolean
  readonly deductedFen: number
}

export type StatementPlan = PlanOf<{ readonly line: Line }, { readonly line: Line }>

const isSound = (row: ReadStatement): row is StatementRow => row !== null && 'netFen' in row

/**
 * One line for each order: rows with the same number, such as its settlement and a refund, are added up. A line of an
 * earlier file of the month is replaced unless it was settled.
 */
export function planStatement(
  rows: readonly ReadStatement[],
  known: readonly KnownLine[],
  { source, month, firstLine, from = 0, to }: Of,
): StatementPlan[] {
  const firsts = new Map<string, number>()
  const sums = new Map<string, Omit<Line, 'source' | 'month' | 'channelOrderNo'>>()
  for (const [i, row] of rows.entries()) {
    if (!isSound(row)) continue
    const { channelOrderNo: no, netFen, commissionFen, commissionTold, deductedFen } = row
    if (!firsts.has(no)) firsts.set(no, i)
    const sum = sums.get(no) ?? { netFen: 0, commissionFen: 0, commissionTold: false, deductedFen: 0 }
    sums.set(no, {
      netFen: sum.netFen + netFen,
      commissionFen: sum.commissionFen + commissionFen,
      commissionTold: sum.commissionTold || commissionTold,
      deductedFen: sum.deductedFen + deductedFen,
    })
  }
  const before = new Map(
    known.filter((line) => line.source === source && line.month === month).map((line) => [line.channelOrderNo, line]),
  )
  return rows.slice(from, to).map((row, n): StatementPlan => {
    if (row === null) return { action: 'none' }
    if ('issues' in row) return { action: 'fail', issues: row.issues }
    if ('other' in row) return { action: 'skip', reason: row.other }
    const { channelOrderNo, warnings } = row
    const first = firsts.get(channelOrderNo)!
    if (first !== from + n) return { action: 'skip', reason: `同一订单，已并入第${first + firstLine}行` }
    const line = { source, month, channelOrderNo, ...sums.get(channelOrderNo)! }
    const old = before.get(channelOrderNo)
    if (old === undefined) return { action: 'create', warnings, line }
    return old.isOpen ? { action: 'update', warnings, line } : { action: 'skip', reason: '本月已入账，不再更改' }
  })
}

interface Of {
  readonly source: number
  readonly month: string
  readonly firstLine: number
  readonly from?: number | undefined
  readonly to?: number | undefined
}
