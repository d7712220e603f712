import { type ReadResult, Unread } from './grid.ts'

/* Reading and writing of spreadsheets. Each task loads only its own libraries: loading takes most of the time of a small table. */

/** What `tables.ts` asks for: `read`, the kind of file and the most rows; or `write` and the format. */
export type TableTask =
  | readonly [task: 'read', extension: '.xlsx' | '.csv', maxRows: string]
  | readonly [task: 'write', format: 'xlsx' | 'csv']

/** A text, an amount in yuan, a number of anything else, or a date as `YYYY-MM-DD`, with `HH:mm` behind it for a time. */
export type Cell = string | number | { readonly count: number } | { readonly moment: string }

export interface Sheet {
  readonly name: string
  /** The first row is the heading. */
  readonly rows: readonly (readonly Cell[])[]
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[]
}

async function readTable(kind: string, maxRows: number, bytes: Buffer): Promise<ReadResult> {
  try {
    if (kind === '.csv') {
      const { readText } = await import('./text-table.ts')
      return { ok: true, tables: [readText(bytes, maxRows)] }
    }
    const { readWorkbook } = await import('./workbook.ts')
    return { ok: true, tables: await readWorkbook(bytes, maxRows) }
  } catch (error) {
    return { ok: false, ...(error instanceof Unread ? error.fault : { why: 'broken' }) }
  }
}

/** Everything except amounts, counts and dates is text: a frame number is not a number, and no text becomes a formula. */
async function write(sheets: readonly Sheet[]): Promise<Buffer> {
  const { default: writeExcel } = await import('write-excel-file/node')
  return writeExcel(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
      data: rows.map((row, i) =>
        row.map((value) => ({
          ...writtenCell(value),
          ...(i === 0 ? { fontWeight: 'bold' as const } : {}),
        })),
      ),
    })),
  ).toBuffer()
}

function writtenCell(cell: Cell) {
  if (typeof cell === 'string') return { value: cell, type: String }
  if (typeof cell === 'number') return { value: cell, type: Number, format: '#,##0.00' }
  if ('count' in cell) return { value: cell.count, type: Number }
  // A workbook knows no time zones: the time of day is taken as it is.
  const [day = '', time = '00:00'] = cell.moment.split(' ')
  const date = new Date(`${day}T${time}Z`)
  // The 31st of a month without one is a text.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day)
    return { value: cell.moment, type: String }
  return { value: date, type: Date, format: cell.moment.includes(' ') ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd' }
}

/** With a byte order mark, by which spreadsheet programs detect UTF-8; amounts with two decimals and no thousands separators. */
const csvOf = ({ rows }: Sheet): string => `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

function csvCell(value: Cell): string {
  const text = textOf(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(value: Cell): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toFixed(2)
  return 'count' in value ? String(value.count) : value.moment
}

/**
 * Does one task. Bytes go in and out as they do over the pipes of the process: a file in and a `ReadResult` as JSON out, or sheets as JSON in
 * and a file out.
 */
export async function runTableTask([task, kind, maxRows]: TableTask, bytes: Buffer): Promise<Buffer> {
  if (task === 'read') return Buffer.from(JSON.stringify(await readTable(kind, Number(maxRows), bytes)))
  const { sheets } = JSON.parse(bytes.toString()) as { sheets: Sheet[] }
  return kind === 'csv' ? Buffer.from(csvOf(sheets[0]!)) : write(sheets)
}
