import { Readable } from 'node:stream'
import { text as allText, buffer } from 'node:stream/consumers'
import { type ReadResult, Unread } from './grid.ts'

/*
 * The process that reads and writes spreadsheets; `tables.ts` starts one for each. A hostile file can reach no secrets
 * in its memory, and the memory is freed with it. It gets its task as arguments and bytes on stdin, and answers on
 * stdout. Each task loads only its own libraries: loading takes most of the time of a small table.
 */

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

const [task, kind = '', maxRows = '0'] = process.argv.slice(2)
if (task === 'read')
  Readable.from([JSON.stringify(await readTable(kind, Number(maxRows), await buffer(process.stdin)))]).pipe(
    process.stdout,
  )
else {
  const { sheets } = JSON.parse(await allText(process.stdin)) as { sheets: Sheet[] }
  process.stdout.write(kind === 'csv' ? csvOf(sheets[0]!) : await write(sheets))
}
