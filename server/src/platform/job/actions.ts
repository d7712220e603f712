import { isJobFailed, isJobOver } from '@cheyi/domain/platform/lookup/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { isGuest } from '../../kernel/identity.ts'
import { filesAreKept } from '../media/actions.ts'
import { lockThing } from '../session/actions.ts'
import * as store from './store.ts'
import type { Work } from './work.ts'

export { batchOutcome, type Left, MAX_TOLD } from './batch-outcome.ts'
export { doEach, type Each, eachOutcome, eachWork } from './each.ts'
export { type Cells, type Column, exportedWords, fixedColumns, listExport, sheetOf } from './list-export.ts'
export { keepResult } from './result.ts'
export { bulkWork, type Outcome, type ResultFile, type Run, type Work } from './work.ts'

filesAreKept(store.resultsAmong)

/** Open jobs that one account may have. Merchants take turns and run at most two jobs each (`job_take`); the rest stays queued. */
const MAX_WAITING = 10

/**
 * Queues a job for the caller's account; it begins within about a second of the commit.
 * @returns the job's id, for `job/v1/detail`
 * @throws Refusal lineFull (-7) when ten jobs of the account are still open; forbidden (-3) for an operator
 */
export async function enqueue<Input>(
  ctx: Pick<Context, 'db' | 'query' | 'accountId' | 'identity'>,
  work: Work<Input, never>,
  input: Input,
): Promise<string> {
  // The job runs with the permission keys that its account has at that time, and an operator has no account of this merchant.
  if (isGuest(ctx.identity)) throw new Refusal('forbidden', { why: '：这件事在后台进行，须由商家自己发起' })
  // Without the lock, concurrent calls could all pass the check of the limit.
  await lockThing(ctx.query, `job/${ctx.accountId}`)
  if ((await store.countOpen(ctx.db, ctx.accountId)) >= MAX_WAITING) throw new Refusal('lineFull', { 什么: '任务' })
  return store.insert(ctx.db, work.kind, input)
}

/** Most exports of an account in an hour, of all kinds together. */
const MAX_EXPORTS = 5

/**
 * Queues the export of a filtered list as {@link enqueue} does. Failed exports count toward the limit too.
 * @throws Refusal tooFrequent (-7), and as {@link enqueue}
 */
export async function enqueueExport<Filter extends object>(
  ctx: Context,
  work: Work<Filter, never>,
  filter: Filter,
): Promise<{ jobId: string }> {
  await lockThing(ctx.query, `export/${ctx.accountId}`)
  if ((await store.askedSince(ctx.db, ctx.accountId, ['Export'], ctx.now - HOUR)) >= MAX_EXPORTS)
    throw new Refusal('tooFrequent')
  const jobId = await enqueue(ctx, work, filter)
  // A keyword may be a customer's mobile number, which must not be in the audit log.
  const { keyword, ...rest }: Filter & { readonly keyword?: string | undefined } = filter
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...rest, ...(keyword && { keyword: '…' }) } })
  return { jobId }
}

/** Most trials and imports of an account in an hour. The number is high because each change of a column needs another trial. */
const MAX_READINGS = 60
/** Most of these open at once: each may occupy the process that reads tables for some seconds. */
const MAX_OPEN_READINGS = 3

/**
 * Queues a job that reads an uploaded table, as {@link enqueue} does.
 * @throws Refusal tooFrequent (-7), lineFull (-7), and as {@link enqueue}
 */
export async function enqueueReading<Input>(ctx: Context, work: Work<Input, never>, input: Input): Promise<string> {
  const kinds = ['Check', 'Import'] as const
  await lockThing(ctx.query, `reading/${ctx.accountId}`)
  if ((await store.countOpen(ctx.db, ctx.accountId, kinds)) >= MAX_OPEN_READINGS)
    throw new Refusal('lineFull', { 什么: '表格' })
  if ((await store.askedSince(ctx.db, ctx.accountId, kinds, ctx.now - HOUR)) >= MAX_READINGS)
    throw new Refusal('tooFrequent')
  return enqueue(ctx, work, input)
}

/**
 * The input of a successful job of the caller: the job that follows it (the import after a trial) is queued with the same input.
 * @throws Refusal notFound (-4) when the caller has no such job, or it did not succeed
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
