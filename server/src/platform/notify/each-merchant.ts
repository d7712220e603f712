import { HOUR, MINUTE } from '@cheyi/domain/time'
import { at } from '../../kernel/db/instant.ts'
import { isAway } from '../../kernel/elsewhere.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { Unavailable } from '../../kernel/http/unavailable.ts'
import { jobFailed } from '../../kernel/process/job-failure.ts'

/*
 * Work on due rows of all merchants, in which a row that cannot be worked on, such as one whose number cannot be decrypted, holds up neither
 * the rows of other merchants nor the other rows of its own.
 */

interface DueRow {
  readonly merchantId: string
  readonly id: string
}

/** Works on rows of one merchant, in transactions of its own. @returns how many were done */
type WorkOnRows = (merchantId: string, ids: readonly string[]) => Promise<number>

interface Poison {
  readonly failures: number
  /** When it is tried again; epoch ms. */
  readonly dueAt: number
}

/** Rows of each server and work that failed by themselves. In memory: a row that fails may refuse every write about it. */
const poisoned = new WeakMap<Kernel['metrics'], Map<string, Poison>>()
const poisonOf = ({ metrics }: Kernel): Map<string, Poison> => {
  const known = poisoned.get(metrics) ?? new Map<string, Poison>()
  poisoned.set(metrics, known)
  return known
}

/** Pause before a row that failed by itself is tried again: a minute, and twice as long each time, up to an hour. */
const pauseAfter = (failures: number): number => Math.min(MINUTE * 2 ** (failures - 1), HOUR)

/**
 * Works on the due rows, `together` of a merchant at once; of rows that fail together each is tried alone, and what fails alone is named in
 * the log and left aside for a time.
 * @param due the function of the database that gives the first so many due rows
 * @returns how many were done
 */
export async function workOnDue(
  kernel: Kernel,
  {
    name,
    due,
    most,
    together,
  }: {
    readonly name: string
    readonly due: 'rings_due' | 'texts_due'
    readonly most: number
    readonly together: number
  },
  work: WorkOnRows,
): Promise<number> {
  const poison = poisonOf(kernel)
  const now = kernel.clock.now()
  const keyOf = (id: string) => `${name}/${id}`
  // Rows that are left aside are due still: as many more are asked for.
  const found = await kernel.pools.side.query<DueRow>(`select merchant_id, id from ${due}($1, $2)`, [
    at(now),
    most + poison.size,
  ])
  const rows = found.rows.filter(({ id }) => (poison.get(keyOf(id))?.dueAt ?? 0) <= now)

  const tried = async (merchantId: string, ids: readonly string[]): Promise<number> => {
    try {
      const done = await work(merchantId, ids)
      for (const id of ids) poison.delete(keyOf(id))
      return done
    } catch (err) {
      if (isAway(err)) return 0
      if (err instanceof Unavailable) {
        // Without a database nothing can be done for any other row, either.
        if (err.reason === 'lost') throw err
        return 0
      }
      if (ids.length > 1) return triedAlone(merchantId, ids)
      const [id] = ids as readonly [string]
      const failures = (poison.get(keyOf(id))?.failures ?? 0) + 1
      poison.set(keyOf(id), { failures, dueAt: now + pauseAfter(failures) })
      jobFailed(kernel, name, err, { merchantId, id, failures })
      return 0
    }
  }
  const triedAlone = async (merchantId: string, ids: readonly string[]): Promise<number> => {
    let done = 0
    for (const id of ids) done += await tried(merchantId, [id])
    return done
  }

  let done = 0
  for (const [merchantId, own] of Map.groupBy(rows, (row) => row.merchantId))
    for (let from = 0; from < own.length; from += together)
      done += await tried(
        merchantId,
        own.slice(from, from + together).map(({ id }) => id),
      )
  return done
}
