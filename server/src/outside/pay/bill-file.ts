import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BillLine } from '@cheyi/domain/money/reconcile/compare'
import { parse } from 'csv-parse'
import { NoAnswer, PayRefused } from '../../kernel/pay-port.ts'
import { vendorFetch } from '../vendor-fetch.ts'

/*
 * The bills of providers as files on disk: a day of a large merchant is tens of megabytes, too much for memory.
 */

const TIMEOUT = 120_000
/** No bill of a day is larger. */
export const MAX_BILL_BYTES = 512 * 1024 * 1024
/** Number of lines that are compared at once. */
const BATCH = 1000

/** The error for a file that is not a bill in the provider's format. */
export const unreadable = (why: string): PayRefused => new PayRefused('BILL_UNREADABLE', `账单文件无法读取：${why}`)

/** Passes data on, and fails beyond the maximum size. */
export function sizeLimit(most = MAX_BILL_BYTES): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > most) done(unreadable('文件过大'))
      else done(null, chunk)
    },
  })
}

/**
 * Downloads the answer of an address into a file, through the given streams (unpacking, digest).
 * @throws NoAnswer if it did not arrive completely, or what `through` throws
 */
export async function downloadBill(url: string, init: RequestInit, through: readonly Transform[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-bill-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const response = await vendorFetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok || response.body === null) throw new NoAnswer(`HTTP ${response.status}`)
    const path = join(folder, 'bill')
    await pipeline([
      Readable.fromWeb(response.body as never),
      ...through,
      sizeLimit(),
      createWriteStream(path, { mode: 0o600 }),
    ])
    return { path, close }
  } catch (error) {
    await close()
    if (error instanceof NoAnswer || error instanceof PayRefused) throw error
    throw new NoAnswer('the bill did not arrive', { cause: error })
  }
}

/** The bill format of a provider. */
export interface Layout {
  readonly delimiter: string
  /** Kind of a record: the column names, a line, the end of the lines, or anything else. */
  kindOf(record: readonly string[], index: number): 'columns' | 'line' | 'end' | 'other'
  columnsOf(record: readonly string[]): readonly string[]
  /** Required columns. */
  readonly needed: readonly string[]
  /** Undefined for a line that moved no money. */
  lineOf(field: (column: string) => string): BillLine | undefined
}

/** Parses the lines of a bill from a stream. @throws PayRefused for an incomplete bill, or a missing column */
export async function* linesOf(text: Readable, layout: Layout): AsyncGenerator<readonly BillLine[]> {
  const records = text.pipe(
    parse({ delimiter: layout.delimiter, quote: null, relax_column_count: true, skip_empty_lines: true, bom: true }),
  )
  text.once('error', (error) => records.destroy(error))
  let columns: ReadonlyMap<string, number> | undefined
  let ended = false
  let index = 0
  let batch: BillLine[] = []
  try {
    for await (const record of records as AsyncIterable<string[]>) {
      const kind = ended ? 'other' : layout.kindOf(record, index++)
      if (kind === 'columns') columns ??= positions(layout, record)
      if (kind === 'end') ended = true
      if (kind !== 'line' || columns === undefined) continue
      const at = columns
      if (record.length < at.size) throw unreadable('内容不完整')
      const line = layout.lineOf((column) => (record[at.get(column)!] ?? '').trim())
      if (line !== undefined) batch.push(line)
      if (batch.length === BATCH) {
        yield batch
        batch = []
      }
    }
  } catch (error) {
    throw error instanceof PayRefused ? error : unreadable('内容损坏')
  } finally {
    text.destroy()
  }
  if (!ended || columns === undefined) throw unreadable('内容不完整')
  if (batch.length > 0) yield batch
}

function positions({ columnsOf, needed }: Layout, record: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map(columnsOf(record).map((name, at) => [name.trim(), at]))
  const lacking = needed.find((name) => !found.has(name))
  if (lacking !== undefined) throw unreadable(`缺少「${lacking}」`)
  return found
}

/** Fen of `-12.30`. @throws PayRefused if it is not an amount */
export function fenOfBill(yuan: string): number {
  const [, minus, whole = '', part = ''] = /^([-+]?)(\d{1,10})(?:\.(\d{1,2}))?\d*$/.exec(yuan) ?? []
  if (whole === '') throw unreadable(`金额「${yuan.slice(0, 20)}」`)
  const fen = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return minus === '-' && fen !== 0 ? -fen : fen
}
