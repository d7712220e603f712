import { CsvError, parse } from 'csv-parse/sync'
import { Grid, type Table, Unread } from './grid.ts'

/*
 * Tables as text: CSV and similar formats, as spreadsheet programs, offices and hand-written programs save them.
 */

/** Maximum number of invalid characters that are marked cell by cell; a file with more of them has another encoding. */
const MAX_UNREADABLE = 20
const NO_CHARACTER = '\ufffd'

/** The table of a text, up to `maxRows` rows. @throws Unread */
export function readText(bytes: Buffer, maxRows: number): Table {
  const content = decode(bytes)
  const grid = new Grid(maxRows)
  for (const [row, cells] of recordsOf(content, maxRows).entries()) {
    const isRead = cells.every((cell, column) =>
      grid.put(row, column, cellText(cell), cell.includes(NO_CHARACTER) ? 'unreadable' : undefined),
    )
    if (!isRead) break
  }
  return grid.table('')
}

/** A quote inside a text is part of the text: `17"轮毂`, `"新"车`. @throws Unread naming the row of a quote that never ends */
function recordsOf(content: string, maxRows: number): string[][] {
  try {
    return parse(content, {
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      delimiter: delimiterOf(content),
      // One more row shows that the table continues.
      to: maxRows + 1,
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Unread({ why: 'quote', row: Number(error.records) + 1 })
    throw error
  }
}

/** Programs write `="0123"` so that a spreadsheet treats it as text; blanks around quotes are removed. */
const cellText = (cell: string): string => {
  const text = cell.trim()
  return (/^="([^"]*)"$/.exec(text) ?? /^"([^"]*)"$/.exec(text))?.[1] ?? text
}

/** Number of lines that are used to detect the delimiter: titles above the heading have none, or other characters. */
const TELLING_LINES = 20

/** The delimiter of most lines, or the one of the first line (`sep=;`). */
function delimiterOf(content: string): string {
  const said = /^"?sep=([^\r\n])/i.exec(content)?.[1]
  if (said !== undefined) return said
  const lines = content
    .slice(0, 100_000)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, TELLING_LINES)
    // Quoted text is not searched for delimiters.
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const middle = (sign: string) => {
    const counts = lines.map((line) => line.split(sign).length).toSorted((a, b) => a - b)
    return counts[Math.floor(counts.length / 2)] ?? 0
  }
  return [',', '\t', ';', '|'].toSorted((a, b) => middle(b) - middle(a))[0]!
}

/** UTF-8, the encoding of spreadsheet programs on Chinese Windows, or UTF-16 with or without its byte order mark. */
function decode(bytes: Buffer): string {
  const encoding = utf16Of(bytes)
  if (encoding !== null) return strict(bytes, encoding) ?? fail({ why: 'broken' })
  return strict(bytes, 'utf-8') ?? strict(bytes, 'gb18030') ?? lenient(bytes)
}

function strict(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function fail(fault: Unread['fault']): never {
  throw new Unread(fault)
}

/**
 * A text in bytes contains no zero; in UTF-16 each Latin character has one, in its first byte (big-endian) or its
 * second. Programs and pictures contain zeros anywhere.
 */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let at = 0; at < Math.min(bytes.length, 100_000); at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [first, second] = zeros as [number, number]
  if (first === 0 && second === 0) return null
  if (bytes.length % 2 === 1 || (first > 0 && second > 0)) throw new Unread({ why: 'broken' })
  return first > 0 ? 'utf-16be' : 'utf-16le'
}

/** A text with a few invalid bytes: their cells are marked. @throws Unread naming the first row if there are many */
function lenient(bytes: Buffer): string {
  const texts = ['utf-8', 'gb18030'].map((encoding) => new TextDecoder(encoding).decode(bytes))
  const bad = (text: string) => text.split(NO_CHARACTER).length - 1
  const [best] = texts.toSorted((a, b) => bad(a) - bad(b))
  if (bad(best!) <= MAX_UNREADABLE) return best!
  throw new Unread({ why: 'encoding', row: best!.slice(0, best!.indexOf(NO_CHARACTER)).split(/\r\n|\n|\r/).length })
}
