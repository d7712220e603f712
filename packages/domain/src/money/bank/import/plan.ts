import type { PlanOf } from '../../../platform/table-import/plan.ts'
import type { LocalDate } from '../../../time.ts'
import type { BankKind, BankNature } from '../codes.ts'
import { natureOf } from '../line.ts'
import { type BankRow, isSoundBankRow, markOf, type ReadBankRow } from './row.ts'

/* Plans the import of a statement against the lines that its account has already. It is pure. */

/** The account of a statement. */
export interface StatedAccount {
  readonly id: string
  readonly kind: BankKind
  readonly openingOn: LocalDate
}

/** How many lines of the account have a mark. */
export type KnownMarks = ReadonlyMap<string, number>

export interface PlannedBankLine extends BankRow {
  readonly mark: string
  readonly twin: number
  readonly nature: BankNature
}
export type BankPlan = PlanOf<{ readonly line: PlannedBankLine; readonly accountId: string }, object>

interface Piece {
  readonly from?: number
  readonly to?: number
}

/**
 * Several lines without a number may say the same and are still several: the n-th of a file is the n-th of its account, so that a table
 * which is imported again, or overlaps with another, adds only what is new. Lines with a number are one.
 */
export function planBankLines(
  rows: readonly ReadBankRow[],
  known: KnownMarks,
  account: StatedAccount,
  { from = 0, to = rows.length }: Piece = {},
): BankPlan[] {
  const seen = new Map<string, number>()
  return rows.slice(0, to).flatMap((row, n): BankPlan[] => {
    const plan = planOf(row, seen, known, account)
    return n < from ? [] : [plan]
  })
}

function planOf(
  row: ReadBankRow,
  seen: Map<string, number>,
  known: KnownMarks,
  { id, kind, openingOn }: StatedAccount,
): BankPlan {
  if (row === null) return { action: 'none' }
  if (!isSoundBankRow(row)) {
    return 'other' in row ? { action: 'skip', reason: row.other } : { action: 'fail', issues: row.issues }
  }
  if (row.on < openingOn) return { action: 'skip', reason: `早于账户启用日期${openingOn}` }
  const { warnings, ...line } = row
  const mark = markOf(line)
  const twin = seen.get(mark) ?? 0
  seen.set(mark, twin + 1)
  if (line.lineNo !== '' && twin > 0) return { action: 'skip', reason: '与文件中前面的流水号重复' }
  if (twin < (known.get(mark) ?? 0)) return { action: 'skip', reason: '已导入' }
  return { action: 'create', accountId: id, line: { ...line, mark, twin, nature: natureOf(kind, line.note) }, warnings }
}
