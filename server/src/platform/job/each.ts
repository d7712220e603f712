import { retentions } from '@cheyi/domain/platform/retention/rules'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { batchOutcome } from './batch-outcome.ts'
import { bulkWork, type Outcome, type Run, type Work } from './work.ts'

/** One place of a batch that was refused and not changed: its index in the batch, and the reason. */
export interface Refused {
  readonly at: number
  readonly reason: string
}

export interface Each {
  /** Number of units that were tried. */
  readonly tried: number
  /** Refused indexes, grouped by reason: this is stored with each unit, so it must stay short. */
  readonly refused: Readonly<Record<string, readonly number[]>>
}

/**
 * Runs `act` for many units of indexes, each in a transaction of its own, because each waits for its own locks. A process that dies leaves
 * only whole units, and the next process continues after them.
 * @param act returns what it refused of the unit; a Refusal that it throws applies to the whole unit
 * @returns what was refused, in the order of the indexes
 */
export async function doEach<Input>(
  run: Run<Input, Each>,
  units: readonly (readonly number[])[],
  act: (ctx: Context, places: readonly number[]) => Promise<readonly Refused[]>,
): Promise<readonly Refused[]> {
  let done: Each = run.kept ?? { tried: 0, refused: {} }
  while (done.tried < units.length) {
    done = await next(run, done, units[done.tried]!, act)
    if (done.tried % 10 === 0) await run.progress(done.tried, units.length)
  }
  return Object.entries(done.refused)
    .flatMap(([reason, places]) => places.map((at) => ({ at, reason })))
    .toSorted((a, b) => a.at - b.at)
}

async function next<Input>(
  run: Run<Input, Each>,
  { tried, refused }: Each,
  places: readonly number[],
  act: Parameters<typeof doEach<Input>>[2],
): Promise<Each> {
  function after(more: readonly Refused[]): Each {
    const all: Record<string, readonly number[]> = { ...refused }
    for (const { at, reason } of more) all[reason] = [...(all[reason] ?? []), at]
    return { tried: tried + 1, refused: all }
  }
  try {
    return await run.step(async (ctx) => after(await act(ctx, places)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.message
    // Recorded in a transaction of its own: the transaction of the refused unit was rolled back.
    return run.step(async () => after(places.map((at) => ({ at, reason }))))
  }
}

/** The rows of a batch, and how its outcome names the refused ones. */
interface Named<Row extends { readonly id: string }> {
  /** A word for the rows: 车辆, 备案. */
  readonly noun: string
  /** Reads the rows with these ids that are visible to the account, in any order. */
  readonly read: (ctx: Context, ids: readonly string[]) => Promise<readonly Row[]>
  readonly text: (row: Row) => string
}

/** Outcome of a batch of the rows `ids`: reads only the refused rows, and names each with its reason. */
export async function eachOutcome<Input, Row extends { readonly id: string }>(
  run: Run<Input, Each>,
  ids: readonly string[],
  refused: readonly Refused[],
  { noun, read, text }: Named<Row>,
): Promise<Outcome> {
  const rows = await run.read((ctx) =>
    read(
      ctx,
      refused.map(({ at }) => ids[at]!),
    ),
  )
  const names = new Map(rows.map((row) => [row.id, text(row)]))
  return batchOutcome(run, {
    noun,
    total: ids.length,
    left: refused.map(({ at, reason }) => ({ row: at + 1, value: names.get(ids[at]!) ?? '', reason })),
  })
}

/** A job that does the same to many rows, each in a transaction of its own and by the rules of a single one. */
export const eachWork = <Input, Row extends { readonly id: string }>({
  kind,
  key,
  ids,
  act,
  ...named
}: Pick<Work<Input>, 'kind' | 'key'> &
  Named<Row> & {
    readonly ids: (input: Input) => readonly string[]
    /** Changes the row at an index of `ids`; a Refusal that it throws is reported with the row. */
    readonly act: (ctx: Context, input: Input, at: number) => unknown
  }) =>
  bulkWork<Input, Each>({
    kind,
    key,
    keepFileMs: retentions.exports.kept,
    async perform(run) {
      const all = ids(run.input)
      const refused = await doEach(
        run,
        all.map((_, at) => [at]),
        async (ctx, [at]) => {
          await act(ctx, run.input, at!)
          return []
        },
      )
      return eachOutcome(run, all, refused, named)
    },
  })
