import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import type { Run } from './work.ts'

/** One of a batch that was left as it was: its place in the batch, and why. */
export interface Refused {
  readonly at: number
  readonly reason: string
}

export interface Each {
  /** How many of the units were tried. */
  readonly tried: number
  /** The refused places by reason: it is written with each unit, so it stays short. */
  readonly refused: Readonly<Record<string, readonly number[]>>
}

/**
 * The same for many, each unit of places in a transaction of its own, as each waits for its locks. A process that dies leaves whole
 * units, after which the next goes on.
 * @param act answers what of the unit it refused; a refusal that it throws is of the whole unit
 * @returns what was refused, in the order of the places
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
    // Told in a transaction of its own: the refused one is gone.
    return run.step(async () => after(places.map((at) => ({ at, reason }))))
  }
}
