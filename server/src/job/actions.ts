import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'
import type { Work } from './work.ts'

/**
 * Asks for long work in the caller's name; it begins within a second of the commit.
 * @returns the job's id, for `job/v1/detail`
 */
export const enqueue = <Input>(ctx: Pick<Context, 'db'>, work: Work<Input, never>, input: Input): Promise<string> =>
  store.insert(ctx.db, work.kind, input)

/** How often an account asked for a kind of work since an instant: exports are counted, also those that failed. */
export const askedSince = (ctx: Pick<Context, 'db' | 'accountId'>, kinds: readonly string[], since: number) =>
  store.countOf(ctx.db, ctx.accountId, kinds, since)
