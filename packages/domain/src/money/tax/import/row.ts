import { type CellReading, plainCell, readAmount } from '../../../platform/table-import/cells.ts'
import { readDate } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import { type Instant, type LocalDate, localDate } from '../../../time.ts'
import { type InputKind, inputKind } from '../codes.ts'
import { type InputAmounts, numberProblem, type Title } from '../input.ts'
import { type InputImportKey, inputTable } from './columns.ts'

/** A row of a table of suppliers' invoices: an invoice, or a line of one where the table has lines. */
export interface InputRow extends InputAmounts {
  readonly code: string
  readonly number: string
  readonly seller: string
  readonly sellerTaxNo: string
  readonly buyer: Title
  readonly issuedOn: LocalDate
  readonly kind: InputKind
  readonly note: string
  /** The name of what was bought; '' in a table without lines. */
  readonly item: string
}

/** Result of reading one row; null for an empty line. `other`: a row of totals, or of an invoice that does not count. */
export type ReadInput =
  | (InputRow & { readonly warnings: readonly RowIssue[] })
  | { readonly issues: readonly RowIssue[] }
  | { readonly other: string }
  | null

export const isSoundInput = (row: ReadInput): row is InputRow & { readonly warnings: readonly RowIssue[] } =>
  row !== null && 'grossFen' in row

/** What tells an invoice from all others. */
export const keyOf = ({ code, number }: Pick<InputRow, 'code' | 'number'>): string => `${code}/${number}`

/** `数电票（增值税专用发票）`, `增值税电子普通发票`, `机动车销售统一发票`: the kind of an invoice by its title. */
export function readInputKind(text: string): CellReading<InputKind> {
  if (/机动车/.test(text)) return { value: inputKind.vehicle }
  if (/通行费/.test(text)) return { value: inputKind.toll }
  if (/专用|专票/.test(text)) return { value: inputKind.special }
  if (/普通|普票|卷票|卷式/.test(text)) return { value: inputKind.usual }
  return { value: inputKind.usual, doubt: '按普通发票导入' }
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join('')

/** Reads one row; every wrong cell is named. `now`: no invoice is of a later day. */
export function readInput(cells: readonly string[], places: Places<InputImportKey>, now: Instant): ReadInput {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  if (filled.some((cell) => /^(合计|总计|小计|共计)[::]?$/.test(cell))) return { other: '合计行' }
  const row = rowCells(inputTable, cells, places)
  if (/作废/.test(row.given('status'))) return { other: '发票已作废' }
  const numberKey = row.given('number') === '' && row.given('oldNumber') !== '' ? 'oldNumber' : 'number'
  const number = row.required(numberKey, (text) => ({ value: text.replace(/\s/g, '') })) ?? ''
  const code = number.length === 20 ? '' : (row.number('code', 12) ?? '')
  const problem = number === '' ? null : numberProblem(code, number)
  if (problem !== null) row.wrong(problem.field === 'code' ? 'code' : numberKey, problem.message)
  const issuedOn = row.required('issuedOn', (text) => readDate(text, 'day')) ?? ''
  if (issuedOn > localDate(now)) row.wrong('issuedOn', '日期不能晚于今天')
  const net = row.required('net', readAmount) ?? 0
  // A usual invoice without tax has a dash there.
  const tax = row.optional('tax', readTax, '按0导入') ?? 0
  const isNegative = /^(否|负|红)/.test(row.given('positive'))
  const sign = isNegative && net > 0 ? -1 : 1
  const grossFen = sign * (row.optional('gross', readAmount, '按金额加税额导入') ?? net + tax)
  const read: InputRow = {
    code,
    number,
    seller: cut(row.given('seller'), 100),
    sellerTaxNo: cut(row.given('sellerTaxNo').toUpperCase(), 20),
    buyer: {
      name: row.required('buyerName', (text) => ({ value: text })) ?? '',
      taxNo: row.required('buyerTaxNo', (text) => ({ value: text })) ?? '',
    },
    issuedOn,
    netFen: sign * net,
    taxFen: sign * tax,
    grossFen,
    kind: row.required('kind', readInputKind) ?? inputKind.usual,
    note: row.words('note', 200) ?? '',
    item: cut(row.given('item'), 60),
  }
  return row.issues.length > 0 ? { issues: row.issues } : { ...read, warnings: row.warnings }
}

const readTax = (text: string): CellReading<number> =>
  /^(免税|不征税|\*+)$/.test(text) ? { value: 0 } : readAmount(text)
