import { type ReadResult, Unread } from './grid.ts'

/* Reading and writing of spreadsheets. Each task loads only its own libraries: loading takes most of the time of a small table. */

/** What `tables.ts` asks for: `read`, the kind of file and the most rows; or `write` and the format. */
export type TableTask =
  | readonly [task: 'read', extension: '.xlsx' | '.csv', maxRows: string]
  | readonly [task: 'write', format: 'xlsx' | 'csv']

/** A text, an amount in yuan, or a number of anything else. */
export type Cell = string | number | { readonly count: number }

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

/** Everything except amounts and counts is text: a frame number is not a number, and no text becomes a formula. */
async function write(sheets: readonly Sheet[]): Promise<Buffer> {
  const { default: writeExcel } = await import('write-excel-file/node')
  return writeExcel(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
      data: rows.map((row, i) =>
        row.map((value) => ({
          ...(typeof value === 'string'
            ? { value, type: String }
            : typeof value === 'number'
              ? { value, type: Number, format: '#,##0.00' }
              : { value: value.count, type: Number }),
          ...(i === 0 ? { fontWeight: 'bold' as const } : {}),
        })),
      ),
    })),
  ).toBuffer()
}

/** With a byte order mark, by which spreadsheet programs detect UTF-8; amounts with two decimals and no thousands separators. */
const csvOf = ({ rows }: Sheet): string => `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

function csvCell(value: Cell): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? value.toFixed(2) : String(value.count)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
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
