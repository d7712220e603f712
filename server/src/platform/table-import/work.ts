import type { TableKey } from '@cheyi/contract/platform/job'
import type { PermissionKey } from '@cheyi/domain/permission'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { type ChoiceField, type Lacking, perhapsFor } from '@cheyi/domain/platform/table-import/layout'
import {
  type AnyPlan,
  countPlans,
  type FailedPlan,
  type PlanWords,
  planText,
  type RowIssue,
} from '@cheyi/domain/platform/table-import/plan'
import { Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { bulkWork, MAX_TOLD, type Outcome, type Run } from '../job/actions.ts'
import { type Choice, choices, remember, storedChoicesOf } from './store.ts'
import {
  type Asked,
  choicesIn,
  type ImportTable,
  missingText,
  type Reading,
  readImport,
  resultFile,
  withMarks,
} from './table.ts'

/** Whether an import writes the valid rows only, or nothing when any row is wrong. */
export type ImportMode = 'validOnly' | 'allOrNothing'

export type Confirmed<Input> = Input & { readonly mode: ImportMode }

/** The part of a table that is planned; the whole table without `from`. */
export interface Piece {
  readonly now: number
  readonly from?: number
  readonly to?: number
}

type Names = NonNullable<Outcome['layout']>['names']

/**
 * What is specific to the import of one kind of table. Common to all are: reading the file, finding the columns, a trial with its result
 * file, and writing rows in batches.
 */
export interface TableImport<K extends string, Input extends Asked, Row, Table, Facts, Plan extends AnyPlan>
  extends Reading<K, Row> {
  /** Kinds of the two jobs. */
  readonly jobs: { readonly check: string; readonly run: string }
  readonly key: PermissionKey
  /** Field of the stored choices for column titles. */
  readonly field: ChoiceField
  /** Object of the message that nothing was imported: 任何车辆. */
  readonly none: string
  readonly words?: PlanWords
  /** Interprets the table with the merchant's other stored choices. */
  readonly understand: (choices: readonly Choice[], input: Input) => Table
  /** Records of the merchant that the rows may refer to; the number of statements does not grow with the rows. */
  readonly known: (ctx: Context, rows: readonly Row[]) => Promise<Facts>
  /** Names in the table that match no record of the merchant. */
  readonly names?: (table: ImportTable<K, Row> & Table, facts: Facts) => Names
  readonly plan: (table: ImportTable<K, Row> & Table, facts: Facts, input: Input, piece: Piece) => Plan[]
  /** Columns that rows leave empty and that their records will need later. */
  readonly lacking?: (plans: readonly (Plan | FailedPlan)[]) => readonly Lacking<K>[]
  /** Groups the issues of rows for display. */
  readonly fold?: (issues: NonNullable<Outcome['issues']>) => NonNullable<Outcome['issues']>
  /**
   * Rows are written in a transaction each, because each takes locks of its own: what refuses one row fails that row alone. A trial writes
   * each row, too, and takes it back.
   */
  readonly alone?: true
  /** Locks the records of a batch and returns what is known under the locks. */
  readonly lock: (ctx: Context, rows: readonly Row[]) => Promise<Facts>
  /** Writes the plans; the number of statements does not grow with the rows. */
  readonly carryOut: (
    ctx: Context,
    plans: readonly (Plan | FailedPlan)[],
    run: { readonly jobId: string },
  ) => Promise<void>
  /** What follows from all rows together, in a transaction of its own after the last batch; done again where a process died meanwhile. */
  readonly afterwards?: (ctx: Context) => Promise<void>
  /** Choices other than columns, to be stored for the next table. */
  readonly choicesOf?: (input: Input) => readonly Choice[]
}

/** Outcome of the rows so far: a text for each row, counts, and the first issues and warnings. */
interface Done {
  readonly words: readonly string[]
  readonly counts: ReturnType<typeof countPlans>
  readonly issues: NonNullable<Outcome['issues']>
  readonly warnings: NonNullable<Outcome['warnings']>
}
const nothing: Done = { words: [], counts: countPlans([]), issues: [], warnings: [] }

/** Rows written in one transaction: its locks block others for well under a second. */
export const BATCH_ROWS = 500
const KEEP_MS = 7 * DAY

/** The two jobs of an import: a trial that writes nothing, and the import itself after its confirmation. */
export function tableImport<K extends TableKey, Input extends Asked, Row, Table, Facts, Plan extends AnyPlan>(
  of: TableImport<K, Input, Row, Table, Facts, Plan>,
) {
  type Given = ImportTable<K, Row> & Table

  async function read(run: Run<Input>): Promise<Given> {
    const all = await run.read(choices)
    const table = await readImport(run, of, storedChoicesOf(all, of.kind, of.field))
    return { ...table, ...of.understand(all, run.input) }
  }

  /** Adds the outcome of the next rows. */
  function after(done: Done, { firstLine }: Given, plans: readonly AnyPlan[], wrote: boolean): Done {
    const counts = countPlans(plans)
    const issuesOf = (told: (plan: AnyPlan) => readonly RowIssue[]) =>
      plans.flatMap((one, i) => told(one).map((issue) => ({ row: firstLine + done.words.length + i, ...issue })))
    const issues = issuesOf((one) => ('issues' in one ? one.issues : []))
    return {
      words: [...done.words, ...plans.map((one) => planText(one, wrote, of.words))],
      counts: {
        created: done.counts.created + counts.created,
        updated: done.counts.updated + counts.updated,
        skipped: done.counts.skipped + counts.skipped,
        failed: done.counts.failed + counts.failed,
      },
      issues: [...done.issues, ...(of.fold?.(issues) ?? issues)].slice(0, MAX_TOLD),
      warnings: [...done.warnings, ...issuesOf((one) => ('warnings' in one ? one.warnings : []))].slice(0, MAX_TOLD),
    }
  }

  /** How the table was read, for the form in which the user assigns columns and names. */
  function layoutFor(
    table: Given,
    facts: Facts,
    plans: readonly (Plan | FailedPlan)[],
  ): NonNullable<Outcome['layout']> {
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
      lacking:
        of.lacking?.(plans).map((one) => ({ ...one, perhaps: perhapsFor(of.kind, table.layout, one.key) })) ?? [],
      names: of.names?.(table, facts).slice(0, MAX_TOLD) ?? [],
    }
  }

  const planned = (table: Given, facts: Facts, input: Input, piece: Piece) =>
    of.plan(table, facts, input, piece).map((one, i) => withMarks(one, table.marks.get((piece.from ?? 0) + i)))

  /** Outcome of a trial: what would happen to each row, and what is wrong with it; nothing is written. */
  const tried = (table: Given, plans: readonly (Plan | FailedPlan)[]): Done => after(nothing, table, plans, false)

  const check = bulkWork<Input>({
    kind: of.jobs.check,
    key: of.key,
    keepFileMs: KEEP_MS,
    async perform(run) {
      const table = await read(run)
      const facts = await run.read((ctx) => of.known(ctx, table.rows))
      const missing = missingText(of.kind, table)
      if (missing !== null) return { state: jobState.done, message: missing, layout: layoutFor(table, facts, []) }
      const total = table.rows.length
      await run.progress(0, total)
      const plans = await tryEach(run, table, planned(table, facts, run.input, { now: run.now }))
      const layout = layoutFor(table, facts, plans)
      const { words, ...found } = tried(table, plans)
      await run.progress(total, total)
      return { state: jobState.done, ...found, layout, file: await resultFile(run, of, table, words) }
    },
  })

  /**
   * Writes the table in batches. The rows of each batch are checked again under its locks and written in a transaction of its own, so that
   * others wait only briefly, and a process that dies leaves only whole batches; the next process continues after them. A concurrent import
   * waits for the locks of a batch and then sees what it wrote. `allOrNothing` checks the whole table before the first batch; a row that
   * another user invalidates after that is reported as failed. Choices made by hand are stored with the first batch.
   */
  const run = bulkWork<Confirmed<Input>, Done>({
    kind: of.jobs.run,
    key: of.key,
    keepFileMs: KEEP_MS,
    async perform(run) {
      const table = await read(run)
      const missing = missingText(of.kind, table)
      if (missing !== null) throw new Refusal('importTemplateWrong', { 说明: `：${missing}` })
      const total = table.rows.length
      if (run.input.mode === 'allOrNothing' && run.kept === null) {
        const facts = await run.read((ctx) => of.known(ctx, table.rows))
        const plans = await tryEach(run, table, planned(table, facts, run.input, { now: run.now }))
        const { words, counts, issues } = tried(table, plans)
        if (counts.failed > 0)
          return {
            state: jobState.failed,
            message: `有${counts.failed}行错误，未导入${of.none}`,
            counts: { created: 0, updated: 0, skipped: 0, failed: total },
            issues,
            file: await resultFile(run, of, table, words),
          }
      }
      let done = run.kept ?? nothing
      await run.progress(done.words.length, total)
      while (done.words.length < total) {
        done = await writeNext(run, table, done)
        await run.progress(done.words.length, total)
      }
      const { afterwards } = of
      if (afterwards !== undefined) {
        await run.step(async (ctx) => {
          await afterwards(ctx)
          return done
        })
      }
      const { words, ...found } = done
      const state = found.counts.failed > 0 ? jobState.partly : jobState.done
      return { state, ...found, file: await resultFile(run, of, table, words) }
    },
  })

  /** What becomes of plans whose rows are written alone: each is written and taken back, and fails where it was refused. */
  async function tryEach(
    run: Pick<Run, 'jobId' | 'progress'> & { step(work: (ctx: Context) => Promise<never>): Promise<unknown> },
    { rows }: Given,
    plans: readonly (Plan | FailedPlan)[],
  ): Promise<readonly (Plan | FailedPlan)[]> {
    if (of.alone !== true) return plans
    const outcomes: (Plan | FailedPlan)[] = []
    for (const [index, plan] of plans.entries()) {
      if (index > 0 && index % 20 === 0) await run.progress(index, plans.length)
      if (plan.action !== 'create' && plan.action !== 'update') outcomes.push(plan)
      else
        try {
          await run.step(async (ctx) => {
            await of.lock(ctx, rows.slice(index, index + 1))
            await of.carryOut(ctx, [plan], run)
            throw new TakenBack()
          })
        } catch (error) {
          outcomes.push(error instanceof TakenBack ? plan : refusedRow(error))
        }
    }
    return outcomes
  }

  /** The next batch, or the next row where rows are written alone. */
  async function writeNext(run: Run<Confirmed<Input>, Done>, table: Given, done: Done): Promise<Done> {
    const written = run.step((ctx) => writeBatch(ctx, run, table, done))
    if (of.alone !== true) return written
    return written.catch((error: unknown) => {
      const refused = refusedRow(error)
      // Recorded in a transaction of its own: the transaction of the refused row was rolled back.
      return run.step(async () => after(done, table, [refused], true))
    })
  }

  async function writeBatch(ctx: Context, run: Run<Confirmed<Input>, Done>, table: Given, done: Done): Promise<Done> {
    const from = done.words.length
    const to = Math.min(from + (of.alone === true ? 1 : BATCH_ROWS), table.rows.length)
    const facts = await of.lock(ctx, table.rows.slice(from, to))
    if (from === 0) {
      const columns = choicesIn(of.kind, table, run.input).map((one) => ({ field: of.field, ...one }))
      await remember(ctx, [...columns, ...(of.choicesOf?.(run.input) ?? [])])
    }
    const plans = planned(table, facts, run.input, { now: ctx.now, from, to })
    await of.carryOut(ctx, plans, run)
    const lines = [table.firstLine + from, table.firstLine + to - 1]
    ctx.audit({ targetType: 'job', targetId: run.jobId, after: { rows: lines, ...countPlans(plans) } })
    return after(done, table, plans, true)
  }

  return { check, run }
}

/** Ends the transaction of a row that was only tried. */
class TakenBack extends Error {}

/** The failure of a row that its feature refused. @throws any other error */
function refusedRow(error: unknown): FailedPlan {
  if (!(error instanceof Refusal)) throw error
  return { action: 'fail', issues: [{ column: null, value: '', reason: error.message }] }
}
