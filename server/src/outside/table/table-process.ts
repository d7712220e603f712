import { Readable } from 'node:stream'
import { buffer, text as readText } from 'node:stream/consumers'

/*
 * The process that reads and writes spreadsheets; `tables.ts` starts one for each. What a hostile file could reach is not
 * in its memory, and what it takes goes with it. Asked by its arguments, given bytes on stdin, it answers on stdout. Each
 * task loads its own libraries only: they are most of the time that a small table takes.
 */

/** The rows of a sheet as texts. */
export interface Table {
  /** Empty in a file of one table. */
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** It goes on where the rows end. */
  readonly more: boolean
}

export type ReadResult =
  | { readonly ok: true; readonly tables: readonly Table[] }
  | { readonly ok: false; readonly why: 'tooLarge' | 'tooManyRows' | 'broken' | 'encoding' }

export interface Sheet {
  readonly name: string
  /** The first row is its heading. A number is an amount in yuan. */
  readonly rows: readonly (readonly (string | number)[])[]
  /** Widths of the columns, in signs. */
  readonly widths: readonly number[]
}

const MAX_UNZIPPED = 100 * 1024 * 1024
/** Lines that hold nothing are no rows, and some programs write thousands of them; beyond this nobody meant them. */
const MAX_LINES = 20_000
const EMPTY: readonly string[] = ['']

class No extends Error {
  readonly why: Extract<ReadResult, { ok: false }>['why']
  constructor(why: No['why']) {
    super(why)
    this.why = why
  }
}

/** A workbook unpacks to what it says, within bounds, before anything reads it. */
async function checkWorkbook(bytes: Buffer): Promise<void> {
  const { fromBufferPromise } = await import('yauzl')
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: true })
  let unzipped = 0
  for await (const entry of zip.eachEntry()) {
    unzipped += entry.uncompressedSize
    if (unzipped > MAX_UNZIPPED) throw new No('tooLarge')
    const isSheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(entry.fileName)
    let lines = 0
    let tail = ''
    // Read to its end also where nothing is counted: an entry that holds more than it says fails here.
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      if (!isSheet) continue
      const text = tail + chunk.toString('latin1')
      lines += text.split(/<(?:\w+:)?row[\s>/]/).length - 1
      if (lines > MAX_LINES) throw new No('tooManyRows')
      tail = /<[^>]{0,10}$/.exec(text)?.[0] ?? ''
    }
  }
}

async function readWorkbook(bytes: Buffer): Promise<{ name: string; rows: string[][] }[]> {
  await checkWorkbook(bytes)
  const { default: readSheets } = await import('read-excel-file/node')
  const sheets = await readSheets(bytes)
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(textOf)) }))
}

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell)
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return String(cell).trim()
}

/** A day, with the time of day where it has one: spreadsheets keep both as one number, a fraction of a second beside the right one. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** UTF-8, UTF-16 with its mark, or what spreadsheets on Chinese Windows write. */
function decode(bytes: Buffer): string {
  // No text holds this sign; programs and pictures do. UTF-16 does for every Latin letter, but says so at its beginning.
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!utf16 && bytes.subarray(0, 100_000).includes(0)) throw new No('broken')
  for (const encoding of utf16 ? ['utf-16le'] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not this one.
    }
  }
  throw new No('encoding')
}

async function readCsv(bytes: Buffer): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync')
  const content = decode(bytes)
  if (content.trim() === '') return []
  const rows = parse(content, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: false,
    trim: true,
    delimiter: [',', '\t', ';'].toSorted((a, b) => headingSigns(content, b) - headingSigns(content, a))[0],
    to_line: MAX_LINES + 1,
  }) as string[][]
  if (rows.length > MAX_LINES) throw new No('tooManyRows')
  return rows
}

const headingSigns = (content: string, sign: string): number => content.split(/\r?\n/, 1)[0]!.split(sign).length

/** Without the empty lines at its end. */
function trimmed(rows: string[][]): string[][] {
  let end = rows.length
  while (end > 0 && rows[end - 1]!.every((cell) => cell === '')) end--
  return rows.slice(0, end).map((row) => (row.length === 0 ? [...EMPTY] : row))
}

async function read(kind: string, maxRows: number, bytes: Buffer): Promise<ReadResult> {
  try {
    const read = kind === '.csv' ? [{ name: '', rows: await readCsv(bytes) }] : await readWorkbook(bytes)
    const tables = read.map(({ name, rows: all }) => {
      const rows = trimmed(all)
      return { name, rows: rows.slice(0, maxRows), more: rows.length > maxRows }
    })
    return { ok: true, tables }
  } catch (error) {
    return { ok: false, why: error instanceof No ? error.why : 'broken' }
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
  const { sheets } = JSON.parse(await readText(process.stdin)) as { sheets: Sheet[] }
  process.stdout.write(kind === 'csv' ? csvOf(sheets[0]!) : await write(sheets))
}
