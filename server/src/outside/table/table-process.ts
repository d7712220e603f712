import { Readable } from 'node:stream'
import { text as allText, buffer } from 'node:stream/consumers'
import { type ReadResult, Unread } from './grid.ts'

/*
 * The process that reads and writes spreadsheets; `tables.ts` starts one for each. What a hostile file could reach is not
 * in its memory, and what it takes goes with it. Asked by its arguments, given bytes on stdin, it answers on stdout. Each
 * task loads its own libraries only: they are most of the time that a small table takes.
 */

export interface Sheet {
  readonly name: string
  /** The first row is its heading. A number is an amount in yuan. */
  readonly rows: readonly (readonly (string | number)[])[]
  /** Widths of the columns, in signs. */
  readonly widths: readonly number[]
}

async function read(kind: string, maxRows: number, bytes: Buffer): Promise<ReadResult> {
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

/** All but amounts as text: a frame number is none to count with, and no text is a formula. */
async function write(sheets: readonly Sheet[]): Promise<Buffer> {
  const { default: writeExcel } = await import('write-excel-file/node')
  return writeExcel(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
      data: rows.map((row, i) =>
        row.map((value) => ({
          ...(typeof value === 'number' ? { value, type: Number, format: '#,##0.00' } : { value, type: String }),
          ...(i === 0 ? { fontWeight: 'bold' as const } : {}),
        })),
      ),
    })),
  ).toBuffer()
}

/** With the mark by which spreadsheets know UTF-8; amounts with two decimals and no commas. */
const csvOf = ({ rows }: Sheet): string => `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? value.toFixed(2) : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const [task, kind = '', maxRows = '0'] = process.argv.slice(2)
if (task === 'read')
  Readable.from([JSON.stringify(await read(kind, Number(maxRows), await buffer(process.stdin)))]).pipe(process.stdout)
else {
  const { sheets } = JSON.parse(await allText(process.stdin)) as { sheets: Sheet[] }
  process.stdout.write(kind === 'csv' ? csvOf(sheets[0]!) : await write(sheets))
}
