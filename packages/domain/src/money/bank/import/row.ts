import { type CellReading, plainCell, readAmount } from '../../../platform/table-import/cells.ts'
import { readDate, readMinute } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import { type Instant, type LocalDate, localDate } from '../../../time.ts'
import { type BankImportKey, bankTable } from './columns.ts'

/** A line of a statement; missing texts are ''. */
export interface BankRow {
  readonly on: LocalDate
  /** null: the statement has only the day. */
  readonly at: Instant | null
  /** Positive: received. */
  readonly fen: number
  readonly balanceFen: number | null
  readonly party: string
  /** The last four digits of the other account. */
  readonly partyTail: string
  readonly note: string
  readonly lineNo: string
}

/** Result of reading one row; null for an empty line. `other`: a line of totals or of words. */
export type ReadBankRow =
  | (BankRow & { readonly warnings: readonly RowIssue[] })
  | { readonly issues: readonly RowIssue[] }
  | { readonly other: string }
  | null

export const isSoundBankRow = (row: ReadBankRow): row is BankRow & { readonly warnings: readonly RowIssue[] } =>
  row !== null && 'fen' in row

const longest = { party: 60, note: 200, lineNo: 64 } as const
const cut = (text: string, most: number): string => [...text].slice(0, most).join('')

/** Providers put a backtick before each value, spreadsheets a tab or an apostrophe, so that numbers stay texts. */
const bare = (cell: string): string => cell.replace(/^[`'\t\s]+|[\t\s]+$/g, '')

/** `102211` and `10.22.11` are times as some banks write them. */
const clockOf = (text: string): string =>
  text.replace(/^(\d{1,2})\.(\d{2})\.(\d{2})$/, '$1:$2:$3').replace(/^(\d{2})(\d{2})(\d{2})$/, '$1:$2:$3')

function readSide(text: string): CellReading<1 | -1> {
  if (/^(收|贷|存|入|来|转入|\+|C\b|CR|IN)/i.test(text)) return { value: 1 }
  if (/^(支|借|取|付|出|往|转出|-|D\b|DR|OUT)/i.test(text)) return { value: -1 }
  return { problem: '收支方向无法识别', like: '应为收入或支出' }
}

/** Reads one row; every wrong cell is named. `now`: no line can be later. */
export function readBankRow(raw: readonly string[], places: Places<BankImportKey>, now: Instant): ReadBankRow {
  const cells = raw.map(bare)
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  if (filled[0]!.startsWith('#')) return { other: '说明行' }
  const row = rowCells(bankTable, cells, places)
  const money = (['in', 'out', 'amount'] as const).filter((key) => row.given(key) !== '')
  if (money.length === 0) return { other: '没有金额' }
  if (filled.some((cell) => /^(合计|总计|小计|共计|汇总|本页|承前|过次)/.test(cell))) return { other: '合计行' }
  const on = row.required('on', (text) => readDate(text, 'day')) ?? ''
  if (on > localDate(now)) row.wrong('on', '日期不能晚于今天')
  const amountOf = (key: 'in' | 'out' | 'amount') => (money.includes(key) ? row.required(key, readAmount) : undefined)
  const [received, paid, amount] = [amountOf('in'), amountOf('out'), amountOf('amount')]
  const side = money.includes('amount') && row.given('side') !== '' ? row.required('side', readSide) : undefined
  const fen =
    amount !== undefined && received === undefined && paid === undefined
      ? side === undefined
        ? amount
        : side * Math.abs(amount)
      : (received ?? 0) - Math.abs(paid ?? 0)
  const balanceFen = row.optional('balance', readAmount, '不核对余额') ?? null
  if (row.issues.length > 0) return { issues: row.issues }
  if (fen === 0) return { other: '金额为0' }
  const time = row.given('time')
  const minute = readMinute(
    time === '' || /\d{4}\D|^\d{8}/.test(time) ? row.given('on') : `${on} ${clockOf(time)}`,
    now,
  )
  const words = ['kind', 'note', 'purpose'].map((key) => row.given(key as BankImportKey))
  return {
    on,
    at: 'value' in minute && localDate(minute.value) === on ? minute.value : null,
    fen,
    balanceFen,
    party: cut(row.given('party'), longest.party),
    partyTail: row.given('partyNo').replace(/\D/g, '').slice(-4),
    note: cut([...new Set(words.filter(Boolean))].join(' '), longest.note),
    lineNo: cut(row.given('lineNo').replace(/\s/g, ''), longest.lineNo),
    warnings: row.warnings,
  }
}

/**
 * What tells a line from others of its account: its number and amount (a fee may have the number of its payment), or all that it says.
 * The same line has the same mark in every file.
 */
export const markOf = ({ on, at, fen, balanceFen, party, partyTail, note, lineNo }: BankRow): string =>
  lineNo === '' ? [on, at ?? '', fen, balanceFen ?? '', party, partyTail, note].join('|') : `no:${lineNo}:${fen}`
