import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BillLine } from '@cheyi/domain/money/reconcile/compare'
import { parse } from 'csv-parse'
import { NoAnswer, PayRefused } from '../../kernel/pay-port.ts'

/*
 * The bills of providers as files on disk: a day of a large merchant is tens of megabytes, which nobody holds in memory.
 */

const TIMEOUT = 120_000
/** Beyond this no file is a bill of a day. */
export const MAX_BILL_BYTES = 512 * 1024 * 1024
/** Lines that are compared at once. */
const BATCH = 1000

/** What is no bill as the provider makes them. */
export const unreadable = (why: string): PayRefused => new PayRefused('BILL_UNREADABLE', `账单文件无法读取：${why}`)

/** Passes on what comes, and gives up where it is too much. */
export function limited(most = MAX_BILL_BYTES): Transform {
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
 * A file of what an address answers, through what unpacks or measures it.
 * @throws NoAnswer when it did not arrive whole, or what `through` throws
 */
export async function downloaded(url: string, init: RequestInit, through: readonly Transform[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-bill-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok || response.body === null) throw new NoAnswer(`HTTP ${response.status}`)
    const path = join(folder, 'bill')
    await pipeline([
      Readable.fromWeb(response.body as never),
      ...through,
      limited(),
      createWriteStream(path, { mode: 0o600 }),
    ])
    return { path, close }
  } catch (error) {
    await close()
    if (error instanceof NoAnswer || error instanceof PayRefused) throw error
    throw new NoAnswer('the bill did not arrive', { cause: error })
  }
}

/** How a provider writes its bill. */
export interface Layout {
  readonly delimiter: string
  /** What a record of fields is: the names of columns, a line, what ends the lines, or nothing that counts. */
  kindOf(record: readonly string[], index: number): 'columns' | 'line' | 'end' | 'other'
  columnsOf(record: readonly string[]): readonly string[]
  /** Columns that it must have. */
  readonly needed: readonly string[]
  /** Undefined for a line that moved no money. */
  lineOf(field: (column: string) => string): BillLine | undefined
}

/** The lines of a bill as text comes. @throws PayRefused for one that ends before its end, or lacks a column */
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

/** Fen of `-12.30`. @throws PayRefused for what is no amount */
export function fenOfBill(yuan: string): number {
  const [, minus, whole = '', part = ''] = /^([-+]?)(\d{1,10})(?:\.(\d{1,2}))?\d*$/.exec(yuan) ?? []
  if (whole === '') throw unreadable(`金额「${yuan.slice(0, 20)}」`)
  const fen = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return minus === '-' && fen !== 0 ? -fen : fen
}
