import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { formatLocal } from '@cheyi/domain/time'
import { writeTable } from '../../outside/table/tables.ts'
import { keepResult } from './result.ts'
import type { Outcome, Run } from './work.ts'

/** As many wrong lines as anybody reads on a screen; a table names all. */
export const MAX_TOLD = 200

/** What of a batch was left as it was, by its number in the batch from 1. */
export interface Left {
  readonly row: number
  readonly value: string
  readonly reason: string
}

/** How a batch of `total` ended, `left` of which it left as they were: the first told at once, more in a table to take along. */
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
