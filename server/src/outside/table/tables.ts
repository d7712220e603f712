import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { badInput } from '@cheyi/domain/refusal'
import { serialRunner } from '../in-turn.ts'
import { programEnv } from '../program.ts'
import type { Fault, ReadResult, Table } from './grid.ts'
import type { Sheet, TableTask } from './table-work.ts'

export { type CellMark, MAX_COLUMNS, type Table } from './grid.ts'
export type { Cell, Sheet } from './table-work.ts'

/*
 * Spreadsheets. Each is read or written in a separate process, as pictures are: a file that unpacks without end only
 * ends that process, and the server stays small. One at a time, because two large ones would overload a small machine.
 */

const program = fileURLToPath(new URL('./table-process.ts', import.meta.url))
/** Time limit for an import file; writing an export of 50,000 rows takes longer. */
const READ_MS = 10_000
const WRITE_MS = 30_000
const HEAP_MB = 320

const turn = serialRunner()

type Answer = { readonly bytes: Buffer } | { readonly ended: 'late' | 'died' }

/** The answer of a process of its own, or how it ended without one. */
async function askProcess(args: TableTask, bytes: Buffer, mostMs: number): Promise<Answer> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: programEnv(),
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, mostMs)
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', resolve)
    child.on('error', () => resolve(null))
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  try {
    const answer = await buffer(child.stdout)
    return (await ended) === 0 ? { bytes: answer } : { ended: late ? 'late' : 'died' }
  } finally {
    clearTimeout(timer)
  }
}

let ask: (args: TableTask, bytes: Buffer, mostMs: number) => Promise<Answer> = askProcess

/**
 * Has tables read and written by this function instead of a process, whose start takes most of the time of a small table. There
 * is no limit of time or memory then.
 * @internal for tests that are not about these limits
 */
export function runTablesBy(run: (task: TableTask, bytes: Buffer) => Promise<Buffer>): void {
  ask = async (task, bytes) => ({ bytes: await run(task, bytes) })
}

function wordsOf(fault: Fault): string {
  switch (fault.why) {
    case 'tooLarge':
      return '文件解压后超过100MB，请精简后重试'
    case 'tooComplex':
      return '表格内容或格式过多，请只保留需要导入的行列，另存为新文件后重试'
    case 'broken':
      return '文件已损坏或不是表格，请使用模板重新填写'
    case 'encoding':
      return `第${fault.row}行有无法识别的文字，请用 Excel 或 WPS 打开检查，另存为 .xlsx 后重新上传`
    case 'quote':
      return `第${fault.row}行的引号没有成对，请修改后重新上传`
  }
}
const unanswered = {
  late: `表格过于复杂，${READ_MS / 1000}秒内无法读完，请精简后分批导入`,
  died: '表格过大，内存不足以读取，请精简后分批导入',
} as const

/**
 * The sheets of a workbook, or the one table of a text, each up to `maxRows` rows.
 * @throws Refusal badInput (-2) naming `file`, with an explanation
 */
export async function readTables(
  bytes: Buffer,
  extension: '.xlsx' | '.csv',
  maxRows: number,
): Promise<readonly Table[]> {
  const answer = await turn(() => ask(['read', extension, String(maxRows)], bytes, READ_MS))
  if ('ended' in answer) throw badInput('file', unanswered[answer.ended])
  const result: ReadResult = JSON.parse(answer.bytes.toString())
  if (result.ok) return result.tables
  throw badInput('file', wordsOf(result))
}

/** A workbook of these sheets; CSV only has the first one. */
export async function writeTable(sheets: readonly Sheet[], format: 'xlsx' | 'csv' = 'xlsx'): Promise<Buffer> {
  const guarded = sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell))),
  }))
  const answer = await turn(() => ask(['write', format], Buffer.from(JSON.stringify({ sheets: guarded })), WRITE_MS))
  if ('ended' in answer) throw new Error('the table was not written')
  return answer.bytes
}

/**
 * A text that a spreadsheet program would treat as a formula gets a leading apostrophe, which also protects later copies of it. So does one
 * that begins with an apostrophe, because the reader takes one away.
 */
export const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠']/.test(text) ? `'${text}` : text)
