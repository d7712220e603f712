import { formatMoney } from '../../../money.ts'
import { type TableKind, titleOf } from '../../../platform/table-import/layout.ts'
import type { FailedPlan, PlanOf } from '../../../platform/table-import/plan.ts'
import type { Taxpayer } from '../../bookkeeping/codes.ts'
import { type InputState, inputStates } from '../codes.ts'
import { amountsProblem, isRed, type Title, titleProblem, usualInputState } from '../input.ts'
import { type InputImportKey, inputTable } from './columns.ts'
import { type InputRow, isSoundInput, keyOf, type ReadInput } from './row.ts'

/* Plans the import of suppliers' invoices against those that are registered. It is pure. */

export interface KnownInputs {
  /** {@link keyOf} of registered invoices, with what each comes to. */
  readonly grossByKey: ReadonlyMap<string, number>
  /** The merchant as a buyer. */
  readonly own: Title
  readonly taxpayer: Taxpayer
}

export interface PlannedInput extends Omit<InputRow, 'item' | 'buyer'> {
  readonly state: InputState
}
export type InputPlan = PlanOf<{ readonly invoice: PlannedInput }, object>

interface Piece {
  readonly firstLine: number
  readonly from?: number
  readonly to?: number
}

const fail = (key: InputImportKey, value: string, reason: string): FailedPlan => ({
  action: 'fail',
  issues: [{ column: titleOf(inputTable as TableKind<InputImportKey>, key), value, reason }],
})

/** In a table with what was bought, each row is a line of an invoice: its first row becomes the invoice, with the sums of all. */
function linesByKey(rows: readonly ReadInput[]): ReadonlyMap<string, readonly InputRow[]> {
  return Map.groupBy(rows.filter(isSoundInput), keyOf)
}

/** Plans the action for every row, in its order. Importing twice adds nothing the second time. */
export function planInputs(
  rows: readonly ReadInput[],
  known: KnownInputs,
  { firstLine, from = 0, to }: Piece,
): InputPlan[] {
  const linesOf = linesByKey(rows)
  const firsts = new Map<string, number>()
  return rows
    .map((row, index): InputPlan => {
      if (row === null) return { action: 'none' }
      if (!isSoundInput(row)) {
        return 'other' in row ? { action: 'skip', reason: row.other } : { action: 'fail', issues: row.issues }
      }
      const key = keyOf(row)
      const first = firsts.get(key)
      if (first !== undefined) {
        const reason =
          row.item === '' ? `与第${firstLine + first}行的号码重复` : `与第${firstLine + first}行是同一张发票，已合并`
        return { action: 'skip', reason }
      }
      firsts.set(key, index)
      const lines = row.item === '' ? [row] : linesOf.get(key)!
      return planOf(row, lines, known)
    })
    .slice(from, to)
}

function planOf(
  row: InputRow & { readonly warnings: readonly { column: string | null; value: string; reason: string }[] },
  lines: readonly InputRow[],
  { grossByKey, own, taxpayer }: KnownInputs,
): InputPlan {
  const sum = (of: 'netFen' | 'taxFen' | 'grossFen') => lines.reduce((all, line) => all + line[of], 0)
  const amounts = { netFen: sum('netFen'), taxFen: sum('taxFen'), grossFen: sum('grossFen') }
  const wrongTitle = titleProblem(own, row.buyer)
  if (wrongTitle !== null)
    return fail(
      wrongTitle.field,
      wrongTitle.field === 'buyerName' ? row.buyer.name : row.buyer.taxNo,
      wrongTitle.message,
    )
  const wrongAmount = amountsProblem(amounts)
  if (wrongAmount !== null)
    return fail(wrongAmount.field, formatMoney(amounts[`${wrongAmount.field}Fen`]), wrongAmount.message)
  const before = grossByKey.get(keyOf(row))
  if (before !== undefined) {
    if (before === amounts.grossFen) return { action: 'skip', reason: '该发票已登记' }
    return fail('gross', formatMoney(amounts.grossFen), `该发票号码已登记，价税合计为${formatMoney(before)}`)
  }
  const state = usualInputState(row.kind, taxpayer)
  const { item: _, buyer: __, warnings, ...invoice } = row
  return {
    action: 'create',
    invoice: { ...invoice, ...amounts, state },
    warnings,
    note: `${isRed(amounts) ? '红字发票，' : ''}税额 ${formatMoney(amounts.taxFen)}，${inputStates.text(state)}`,
  }
}
