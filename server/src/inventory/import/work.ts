import type { importModes } from '@cheyi/contract/inventory-bulk'
import { columnTitle } from '@cheyi/domain/inventory/import/columns'
import { foreignNames, type NameField, plainName } from '@cheyi/domain/inventory/import/names'
import { countPlans, planImport, planText, type RowPlan } from '@cheyi/domain/inventory/import/plan'
import type { RowIssue } from '@cheyi/domain/inventory/import/row'
import { jobState } from '@cheyi/domain/lookup/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import { bulkWork, MAX_TOLD, type Outcome, type Run } from '../../job/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type Choice, known, lockKnown, remember, remembered } from './store.ts'
import { type Asked, choicesIn, type ImportTable, missingText, readImport, resultFile } from './table.ts'
import { carryOut } from './write.ts'

interface Confirmed extends Asked {
  readonly mode: (typeof importModes)[number]
}

/** What became of the rows that are done: the words of each, how many met which end, the first that need a look. */
interface Done {
  readonly words: readonly string[]
  readonly counts: ReturnType<typeof countPlans>
  readonly issues: NonNullable<Outcome['issues']>
  readonly warnings: NonNullable<Outcome['warnings']>
}
const nothing: Done = { words: [], counts: countPlans([]), issues: [], warnings: [] }

/** Rows written in one transaction: well under a second of holding the register and the pools. */
export const BATCH_ROWS = 500
const KEEP_MS = 7 * DAY

/** A table with what the merchant chose for the names in it. */
interface Given extends ImportTable {
  readonly chosen: Readonly<Record<NameField, ReadonlyMap<string, string>>>
}

type Facts = Awaited<ReturnType<typeof known>>

async function read(run: Run<Asked>): Promise<Given> {
  const { columns, names } = await run.read(remembered)
  const table = await readImport(run, columns)
  const chosen = (field: NameField) =>
    new Map([
      ...names.flatMap((one) => (one.field === field && one.target !== null ? [[one.name, one.target] as const] : [])),
      ...(run.input.names ?? []).flatMap((one) =>
        one.field === field ? [[plainName(one.name), one.id] as const] : [],
      ),
    ])
  return { ...table, chosen: { model: chosen('model'), store: chosen('store') } }
}

/** What is to be done with the rows `from` up to `to`, by what is known of the merchant's vehicles. */
const plan = (
  { rows, firstLine, chosen }: Given,
  facts: Facts,
  options: { readonly overwrite: boolean; readonly now: number; readonly from?: number; readonly to?: number },
): RowPlan[] => planImport(rows, { ...facts, chosen }, { ...options, firstLine, today: localDate(options.now) })

/**
 * A model or store that several rows name and that is none of the merchant's is told once, with how often, behind what is wrong
 * with single rows: it is put right once, for all of them.
 */
function folded(issues: NonNullable<Outcome['issues']>): NonNullable<Outcome['issues']> {
  const kindOf = ({ column, value, reason }: RowIssue) => JSON.stringify([column, value, reason])
  const kinds = Map.groupBy(issues.filter(isOfName), kindOf)
  const shared = [...kinds.values()].filter((same) => same.length > 1)
  return [
    ...issues.filter((issue) => !isOfName(issue) || kinds.get(kindOf(issue))!.length === 1),
    ...shared.map((same) => ({ ...same[0]!, reason: `${same[0]!.reason}（共${same.length}行）` })),
  ]
}
const isOfName = ({ column, value }: RowIssue): boolean =>
  value !== '' && (column === columnTitle('model') || column === columnTitle('store'))

/** What is done once these rows are, too. */
function after(done: Done, { firstLine }: Given, plans: readonly RowPlan[], wrote: boolean): Done {
  const counts = countPlans(plans)
  const issuesOf = (of: (plan: RowPlan) => readonly RowIssue[]) =>
    plans.flatMap((one, i) => of(one).map((issue) => ({ row: firstLine + done.words.length + i, ...issue })))
  return {
    words: [...done.words, ...plans.map((one) => planText(one, wrote))],
    counts: {
      created: done.counts.created + counts.created,
      updated: done.counts.updated + counts.updated,
      skipped: done.counts.skipped + counts.skipped,
      failed: done.counts.failed + counts.failed,
    },
    issues: [...done.issues, ...folded(issuesOf((one) => ('issues' in one ? one.issues : [])))].slice(0, MAX_TOLD),
    warnings: [...done.warnings, ...issuesOf((one) => ('warnings' in one ? one.warnings : []))].slice(0, MAX_TOLD),
  }
}

/** How the table was read, for whoever has to say what it means. */
function layoutFor(table: Given, { models, stores }: Facts): NonNullable<Outcome['layout']> {
  const { heading, columns, missing } = table.layout
  return {
    sheets: [...table.sheets],
    sheet: table.sheet,
    heading: heading + 1,
    columns: columns.map(({ index, title, example, key }) => ({
      column: index,
      title,
      example: example.slice(0, 40),
      key,
    })),
    missing: [...missing],
    names: foreignNames(table.rows, models, stores, table.chosen).slice(0, MAX_TOLD),
  }
}

/** Looks at every row and writes nothing: what would happen, and what is wrong where. */
const tried = (run: Run<Asked>, table: Given, facts: Facts): Done =>
  after(nothing, table, plan(table, facts, { overwrite: run.input.overwrite, now: run.now }), false)

export const checkImport = bulkWork<Asked>({
  kind: 'vehicleCheck',
  key: 'inventory.import',
  keepFileMs: KEEP_MS,
  async perform(run) {
    const table = await read(run)
    const facts = await run.read((ctx) => known(ctx, table.rows))
    const layout = layoutFor(table, facts)
    const missing = missingText(table)
    if (missing !== null) return { state: jobState.done, message: missing, layout }
    const total = table.rows.length
    await run.progress(0, total)
    const { words, ...found } = tried(run, table, facts)
    await run.progress(total, total)
    return { state: jobState.done, ...found, layout, file: await resultFile(run, table, words) }
  },
})

/**
 * Writes what a trial found good, batch by batch: each is judged anew and written in a transaction of its own, so nobody
 * waits long for the register, and a process that dies leaves whole batches, after which the next goes on. Who imports at
 * the same time takes turns with it, and then finds the vehicles there. `allOrNothing` asks before the first batch whether
 * the whole table is right; a row that somebody else spoils after that is told as failed. What was chosen by hand is kept
 * with the first batch.
 */
export const runImport = bulkWork<Confirmed, Done>({
  kind: 'vehicleImport',
  key: 'inventory.import',
  keepFileMs: KEEP_MS,
  async perform(run) {
    const table = await read(run)
    const missing = missingText(table)
    if (missing !== null) throw new Refusal('importTemplateWrong', { 说明: `：${missing}` })
    const total = table.rows.length
    if (run.input.mode === 'allOrNothing' && run.kept === null) {
      const facts = await run.read((ctx) => known(ctx, table.rows))
      const { words, counts, issues } = tried(run, table, facts)
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
    const { words, ...found } = done
    const state = found.counts.failed > 0 ? jobState.partly : jobState.done
    return { state, ...found, file: await resultFile(run, table, words) }
  },
})

async function writeBatch(ctx: Context, run: Run<Confirmed>, table: Given, done: Done): Promise<Done> {
  const from = done.words.length
  const to = Math.min(from + BATCH_ROWS, table.rows.length)
  await lockKnown(ctx)
  if (from === 0) await remember(ctx, [...choicesIn(table, run.input), ...(run.input.names ?? []).map(choiceOf)])
  const facts = await known(ctx, table.rows.slice(from, to))
  const plans = plan(table, facts, { overwrite: run.input.overwrite, now: ctx.now, from, to })
  await carryOut(ctx, plans)
  const lines = [table.firstLine + from, table.firstLine + to - 1]
  ctx.audit({ targetType: 'job', targetId: run.jobId, after: { rows: lines, ...countPlans(plans) } })
  return after(done, table, plans, true)
}

const choiceOf = ({ field, name, id }: NonNullable<Asked['names']>[number]): Choice => ({
  field,
  name: plainName(name),
  target: id,
})
