import { randomBytes } from 'node:crypto'
import type { importModes } from '@cheyi/contract/inventory-import'
import { jobState } from '@cheyi/domain/lookup/codes'
import { extensionOf, mediaIdOf, mediaPath } from '@cheyi/domain/media/path'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY, formatLocal } from '@cheyi/domain/time'
import {
  columnsIn,
  countPlans,
  importColumns,
  MAX_IMPORT_ROWS,
  planImport,
  planText,
  type RowPlan,
  readRow,
} from '@cheyi/domain/vehicle/import'
import { bulkWork, type Outcome, type ResultFile, type Run } from '../job/work.ts'
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

/** What a run has written: the words of each row, and how many met which end. */
interface Written {
  readonly words: readonly string[]
  readonly counts: ReturnType<typeof countPlans>
  readonly issues: NonNullable<Outcome['issues']>
  readonly wrote: boolean
}

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

const plan = async (ctx: Context, { rows }: Table, overwrite: boolean): Promise<RowPlan[]> =>
  planImport(rows, await known(ctx, rows), { overwrite })

function written(plans: readonly RowPlan[], wrote: boolean): Written {
  return {
    words: plans.map((one) => planText(one, wrote)),
    counts: countPlans(plans),
    issues: plans
      .flatMap((one, i) => (one.action === 'fail' ? one.issues.map((issue) => ({ row: i + 2, ...issue })) : []))
      .slice(0, MAX_ISSUES),
    wrote,
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
export const checkImport = bulkWork<Asked>({
  kind: 'vehicleCheck',
  key: 'inventory.import',
  keepFileMs: KEEP_MS,
  async perform(run) {
    const table = await read(run)
    await run.progress(0, table.rows.length)
    const { words, counts, issues } = written(await run.read((ctx) => plan(ctx, table, run.input.overwrite)), false)
    await run.progress(table.rows.length, table.rows.length)
    return { state: jobState.done, counts, issues, file: await resultFile(run, table, words) }
  },
})

/**
 * Writes what a trial found good: the whole table in one transaction, so a process that dies leaves nothing half done and
 * the next begins anew. Who imports at the same time waits, and then finds the vehicles there.
 */
export const runImport = bulkWork<Confirmed, Written>({
  kind: 'vehicleImport',
  key: 'inventory.import',
  keepFileMs: KEEP_MS,
  async perform(run) {
    const table = await read(run)
    const total = table.rows.length
    await run.progress(0, total)
    const done =
      run.kept ??
      (await run.step(async (ctx) => {
        await lockKnown(ctx)
        const plans = await plan(ctx, table, run.input.overwrite)
        const wrote = run.input.mode === 'validOnly' || plans.every((one) => one.action !== 'fail')
        if (wrote) await carryOut(ctx, plans)
        const result = written(plans, wrote)
        ctx.audit({ targetType: 'job', targetId: run.jobId, after: { ...result.counts, wrote } })
        return result
      }))
    await run.progress(total, total)
    const { counts, issues, wrote, words } = done
    const file = await resultFile(run, table, words)
    if (!wrote)
      return {
        state: jobState.failed,
        message: `有${counts.failed}行错误，未导入任何车辆`,
        counts: { created: 0, updated: 0, skipped: 0, failed: total },
        issues,
        file,
      }
    return { state: counts.failed > 0 ? jobState.partly : jobState.done, counts, issues, file }
  },
})
