import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { badInput } from '@cheyi/domain/refusal'
import { inTurn } from '../in-turn.ts'
import { programEnv } from '../program.ts'
import type { ReadResult, Sheet, Table } from './table-process.ts'

export type { Sheet, Table } from './table-process.ts'

/*
 * Spreadsheets. Each is read or written in a process of its own, as pictures are: a file that unpacks without end brings
 * down nothing else, and the server stays small. One at a time: two big ones would share a small machine badly.
 */

const program = fileURLToPath(new URL('./table-process.ts', import.meta.url))
const MAX_MS = 30_000
const HEAP_MB = 320

const turn = inTurn()

/** What the process says; null when it did not come to an end. */
async function ask(args: readonly string[], bytes: Buffer): Promise<Buffer | null> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: programEnv(),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', resolve)
    child.on('error', () => resolve(null))
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  try {
    const answer = await buffer(child.stdout)
    return (await ended) === 0 ? answer : null
  } finally {
    clearTimeout(timer)
  }
}

const wrongs = {
  tooManyRows: '表格行数过多，请分批导入',
  tooLarge: '文件解压后超过100MB，请精简后重试',
  broken: '文件已损坏或不是表格，请使用模板重新填写',
  encoding: '文字编码无法识别，请另存为UTF-8或GBK',
} as const

/**
 * The sheets of a workbook, or the one table of a CSV file, each up to `maxRows` lines.
 * @throws Refusal badInput (-2) naming `file`, with what is wrong in words
 */
export async function readTables(
  bytes: Buffer,
  extension: '.xlsx' | '.csv',
  maxRows: number,
): Promise<readonly Table[]> {
  const answer = await turn(() => ask(['read', extension, String(maxRows)], bytes))
  const result: ReadResult = answer === null ? { ok: false, why: 'tooLarge' } : JSON.parse(answer.toString())
  if (result.ok) return result.tables
  throw badInput('file', wrongs[result.why])
}

/** A workbook of these sheets; as CSV the first of them alone. */
export async function writeTable(sheets: readonly Sheet[], format: 'xlsx' | 'csv' = 'xlsx'): Promise<Buffer> {
  const guarded = sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell))),
  }))
  const answer = await turn(() => ask(['write', format], Buffer.from(JSON.stringify({ sheets: guarded }))))
  if (answer === null) throw new Error('the table was not written')
  return answer
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe, whichever way it gets there again. */
export const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
