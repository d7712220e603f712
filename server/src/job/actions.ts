import { isJobFailed, isJobOver } from '@cheyi/domain/lookup/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'
import type { Work } from './work.ts'

export { bulkWork, type Outcome, type ResultFile, type Run } from './work.ts'

/**
 * Asks for long work in the caller's name; it begins within a second of the commit.
 * @returns the job's id, for `job/v1/detail`
 */
export const enqueue = <Input>(ctx: Pick<Context, 'db'>, work: Work<Input, never>, input: Input): Promise<string> =>
  store.insert(ctx.db, work.kind, input)

/** How often an account asked for a kind of work since an instant: exports are counted, also those that failed. */
export const askedSince = (ctx: Pick<Context, 'db' | 'accountId'>, kinds: readonly string[], since: number) =>
  store.countOf(ctx.db, ctx.accountId, kinds, since)

/**
 * What a job of the caller's own was asked with, once it has ended well: what follows on it is asked with the same.
 * @throws Refusal notFound (-4) when there is no such job of theirs, or it has not ended well
 */
export async function inputOf<Input>(
  ctx: Pick<Context, 'db' | 'accountId'>,
  work: Work<Input, never>,
  jobId: string,
): Promise<Input> {
  const row = await store.ownById(ctx.db, jobId, ctx.accountId)
  if (row?.kind !== work.kind || !isJobOver(row.state) || isJobFailed(row.state))
    throw new Refusal('notFound', { field: 'jobId' })
  return row.input as Input
}
