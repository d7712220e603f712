import { randomBytes } from 'node:crypto'
import type { importModes } from '@cheyi/contract/inventory-import'
import {
  columnsIn,
  countPlans,
  importColumns,
  MAX_IMPORT_ROWS,
  planImport,
  planText,
  type RowPlan,
  readRow,
} from '@cheyi/domain/inventory/import'
import { jobState } from '@cheyi/domain/lookup/codes'
import { extensionOf, mediaIdOf, mediaPath } from '@cheyi/domain/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY, formatLocal } from '@cheyi/domain/time'
import { bulkWork, type Outcome, type ResultFile, type Run } from '../job/actions.ts'
import type { Context } from '../kernel/context.ts'
import { readTable, writeTable } from '../outside/table/tables.ts'
import { known, lockKnown } from './import-store.ts'
import { carryOut } from './import-write.ts'

interface Asked {
  /** Where the uploaded table is kept. */
  readonly path: string
  readonly overwrite: boolean
}
interface Confirmed extends Asked {
  readonly mode: (typeof importModes)[number]
}

/** What became of the rows that are done: the words of each, how many met which end, and the first that are wrong. */
interface Done {
  readonly words: readonly string[]
  readonly counts: ReturnType<typeof countPlans>
  readonly issues: NonNullable<Outcome['issues']>
}
const nothing: Done = { words: [], counts: countPlans([]), issues: [] }

/** Rows written in one transaction: well under a second of holding the register and the pools. */
export const BATCH_ROWS = 500
const KEEP_MS = 7 * DAY
/** As many wrong cells as anybody reads on a screen; the result file names all. */
const MAX_ISSUES = 200

/** A table that was read: its heading, its rows as they came, and what each is by itself. */
interface Table {
  readonly heading: readonly string[]
  readonly cells: readonly (readonly string[])[]
  readonly rows: ReturnType<typeof readRow>[]
}

/** @throws Refusal importTemplateWrong (6020), badInput (-2) naming what is wrong with the file */
async function read(run: Run<Asked>): Promise<Table> {
  const bytes = await run.media.read(run.input.path)
  const extension = extensionOf(run.input.path) === '.csv' ? '.csv' : '.xlsx'
  const [heading, ...cells] = await readTable(bytes, extension, MAX_IMPORT_ROWS)
  const places = heading === undefined ? null : columnsIn(heading)
  if (heading === undefined || places === null || cells.length === 0) throw new Refusal('importTemplateWrong')
  const rows = cells.map((row) => readRow(row, places))
  return { heading, cells, rows }
}

/** What is to be done with the rows `from` up to `to`, as the merchant's vehicles are now. */
async function plan(
  ctx: Context,
  { rows }: Table,
  { overwrite, from = 0, to = rows.length }: { overwrite: boolean; from?: number; to?: number },
): Promise<RowPlan[]> {
  return planImport(rows, await known(ctx, rows.slice(from, to)), { overwrite, from, to })
}

/** What is done once these rows are, too. */
function after(done: Done, plans: readonly RowPlan[], wrote: boolean): Done {
  const first = done.words.length + 2
  const counts = countPlans(plans)
  const issues = plans.flatMap((one, i) =>
    one.action === 'fail' ? one.issues.map((issue) => ({ row: first + i, ...issue })) : [],
  )
  return {
    words: [...done.words, ...plans.map((one) => planText(one, wrote))],
    counts: {
      created: done.counts.created + counts.created,
      updated: done.counts.updated + counts.updated,
      skipped: done.counts.skipped + counts.skipped,
      failed: done.counts.failed + counts.failed,
    },
    issues: [...done.issues, ...issues].slice(0, MAX_ISSUES),
  }
}

/** The table as it came with what became of each row. */
async function resultFile(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  table: Table,
  words: readonly string[],
): Promise<ResultFile> {
  const width = Math.max(table.heading.length, ...table.cells.map((row) => row.length))
  const padded = (row: readonly string[]) => Array.from({ length: width }, (_, i) => row[i] ?? '')
  const bytes = await writeTable([
    {
      name: '导入结果',
      rows: [[...padded(table.heading), '结果'], ...table.cells.map((row, i) => [...padded(row), words[i] ?? ''])],
      widths: [...padded([]).map((_, i) => importColumns[i]?.width ?? 14), 50],
    },
  ])
  return keepResult(run, bytes, `车辆导入结果${formatLocal(run.now, 'MMDDHHmm')}.xlsx`)
}

/** Keeps a file for whoever asked. */
export async function keepResult(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  bytes: Buffer,
  name: string,
): Promise<ResultFile> {
  const path = mediaPath({
    merchantId: run.merchantId,
    biz: 'job',
    at: run.now,
    id: mediaIdOf(randomBytes(24)),
    extension: '.xlsx',
  })
  await run.media.put(path, bytes, null)
  return { path, name }
}

/** Looks at every row and writes nothing: what would happen, and what is wrong where. */
const tried = async (run: Run<Asked>, table: Table): Promise<Done> =>
  after(nothing, await run.read((ctx) => plan(ctx, table, run.input)), false)

export const checkImport = bulkWork<Asked>({
  kind: 'vehicleCheck',
  key: 'inventory.import',
  keepFileMs: KEEP_MS,
  async perform(run) {
    const table = await read(run)
    await run.progress(0, table.rows.length)
    const { words, counts, issues } = await tried(run, table)
    await run.progress(table.rows.length, table.rows.length)
    return { state: jobState.done, counts, issues, file: await resultFile(run, table, words) }
  },
})

/**
 * Writes what a trial found good, batch by batch: each is judged anew and written in a transaction of its own, so nobody
 * waits long for the register, and a process that dies leaves whole batches, after which the next goes on. Who imports at
 * the same time takes turns with it, and then finds the vehicles there. `allOrNothing` asks before the first batch whether
 * the whole table is right; a row that somebody else spoils after that is told as failed.
 */
export const runImport = bulkWork<Confirmed, Done>({
  kind: 'vehicleImport',
  key: 'inventory.import',
  keepFileMs: KEEP_MS,
  async perform(run) {
    const table = await read(run)
    const total = table.rows.length
    if (run.input.mode === 'allOrNothing' && run.kept === null) {
      const { words, counts, issues } = await tried(run, table)
      if (counts.failed > 0)
        return {
          state: jobState.failed,
          message: `有${counts.failed}行错误，未导入任何车辆`,
          counts: { created: 0, updated: 0, skipped: 0, failed: total },
          issues,
          file: await resultFile(run, table, words),
        }
    }
    let done = run.kept ?? nothing
    await run.progress(done.words.length, total)
    while (done.words.length < total) {
      done = await run.step((ctx) => writeBatch(ctx, run, table, done))
      await run.progress(done.words.length, total)
    }
    const { words, counts, issues } = done
    const file = await resultFile(run, table, words)
    return { state: counts.failed > 0 ? jobState.partly : jobState.done, counts, issues, file }
  },
})

/** Writes the next rows of the table. */
async function writeBatch(ctx: Context, run: Run<Confirmed>, table: Table, done: Done): Promise<Done> {
  const from = done.words.length
  const to = Math.min(from + BATCH_ROWS, table.rows.length)
  await lockKnown(ctx)
  const plans = await plan(ctx, table, { ...run.input, from, to })
  await carryOut(ctx, plans)
  ctx.audit({ targetType: 'job', targetId: run.jobId, after: { rows: [from + 2, to + 1], ...countPlans(plans) } })
  return after(done, plans, true)
}
