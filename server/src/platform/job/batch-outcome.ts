import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { formatLocal } from '@cheyi/domain/time'
import { writeTable } from '../../outside/table/tables.ts'
import { keepResult } from './result.ts'
import type { Outcome, Run } from './work.ts'

/** Most failed rows in the outcome that a screen shows; the result file has all of them. */
export const MAX_TOLD = 200

/** An item of a batch that was not changed; `row` counts from 1. */
export interface Left {
  readonly row: number
  readonly value: string
  readonly reason: string
}

/**
 * Outcome of a batch of `total` items, of which `left` were not changed: the first are in the outcome, all of them in a file when there are
 * more.
 */
export async function batchOutcome(
  run: Pick<Run, 'merchantId' | 'now' | 'media'>,
  { noun, total, left }: { readonly noun: string; readonly total: number; readonly left: readonly Left[] },
): Promise<Outcome> {
  const name = `未完成的${noun}`
  const table = async () =>
    keepResult(
      run,
      await writeTable([
        { name, rows: [[noun, '原因'], ...left.map(({ value, reason }) => [value, reason])], widths: [30, 50] },
      ]),
      `${name}${formatLocal(run.now, 'YYYYMMDDHHmm')}.xlsx`,
    )
  return {
    state: left.length > 0 ? jobState.partly : jobState.done,
    counts: { created: 0, updated: total - left.length, skipped: 0, failed: left.length },
    issues: left.slice(0, MAX_TOLD).map((one) => ({ ...one, column: null })),
    ...(left.length > MAX_TOLD && { file: await table() }),
  }
}
