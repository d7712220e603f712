import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import type { Run } from './work.ts'

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
