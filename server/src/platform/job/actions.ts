import { isJobFailed, isJobOver } from '@cheyi/domain/platform/lookup/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { isGuest } from '../../kernel/identity.ts'
import { lockThing } from '../session/actions.ts'
import * as store from './store.ts'
import type { Work } from './work.ts'

export { doEach, type Each, type Refused } from './each.ts'
export { type Column, chosenColumns, listExport } from './list-export.ts'
export { keepResult } from './result.ts'
export { batchOutcome, type Left, MAX_TOLD } from './told.ts'
export { bulkWork, type Outcome, type ResultFile, type Run, type Work } from './work.ts'

/** Long work of one account that waits or is under way: merchants take turns (`job_take`), and its own waits behind it. */
const MAX_WAITING = 10

/**
 * Asks for long work in the caller's name; it begins within a second of the commit.
 * @returns the job's id, for `job/v1/detail`
 * @throws Refusal lineFull (-7) when ten of the account's have not ended yet; forbidden (-3) of an operator
 */
export async function enqueue<Input>(
  ctx: Pick<Context, 'db' | 'query' | 'accountId' | 'identity'>,
  work: Work<Input, never>,
  input: Input,
): Promise<string> {
  // It runs with the keys that its account has then, and an operator has no account here.
  if (isGuest(ctx.identity)) throw new Refusal('forbidden', { why: '：这件事在后台进行，须由商家自己发起' })
  // Twenty at once are no more than twenty in turn.
  await lockThing(ctx.query, `job/${ctx.accountId}`)
  if ((await store.countOpen(ctx.db, ctx.accountId)) >= MAX_WAITING) throw new Refusal('lineFull', { 什么: '任务' })
  return store.insert(ctx.db, work.kind, input)
}

/** Exports of an account in an hour, of whatever. */
const MAX_EXPORTS = 5

/**
 * Asks for a table of what a filter tells, as {@link enqueue} does. Those that failed count too.
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
  // A keyword may be the number of a customer's phone.
  const { keyword, ...rest }: Filter & { readonly keyword?: string | undefined } = filter
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...rest, ...(keyword && { keyword: '…' }) } })
  return { jobId }
}

/** Trials and imports of an account in an hour: each column that is chosen by hand asks for another trial. */
const MAX_READINGS = 60
/** Of these at once: each may hold the process of tables for some seconds. */
const MAX_OPEN_READINGS = 3

/**
 * Asks for work that reads an uploaded table, as {@link enqueue} does.
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
