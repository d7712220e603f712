import { deletionLimit, type RetentionKind, retentions } from '@cheyi/domain/platform/retention/rules'
import { insertAudit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'

/** Clears records from before an instant, at most `most`; returns how many. */
export type Clear = (ctx: Context, before: number, most: number) => Promise<number>

/** Most records of one kind and merchant in a night: the backlog of an old installation is cleared over several nights. */
const MOST = 2_000

/** Kinds that other jobs clear: audit by its monthly partitions; notices, requests of channels, tables, exports and unlinked files each by a job of its own. */
type Elsewhere = 'audit' | 'sessions' | 'notices' | 'channelCalls' | 'tables' | 'exports' | 'orphans'

export type Clearings = Readonly<Record<Exclude<RetentionKind, Elsewhere>, readonly Clear[]>>

/** Clears each kind once; the merchant's log records what was cleared. */
async function clearServed(ctx: Context, clearings: Clearings): Promise<void> {
  for (const [kind, clears] of Object.entries(clearings) as [keyof Clearings, readonly Clear[]][]) {
    let count = 0
    for (const clear of clears) count += await clear(ctx, deletionLimit(kind, ctx.now), MOST)
    if (count > 0)
      insertAudit(ctx, 'retention.clear', {
        targetType: 'merchant',
        targetId: ctx.merchantId,
        after: { retention: retentions[kind].what, count },
      })
  }
}

export const retentionJobs = (clearings: Clearings): Jobs => ({
  merchants: [{ name: 'retention', schedule: { daily: '03:30' }, work: (ctx) => clearServed(ctx, clearings) }],
  installation: [
    {
      name: 'sessionPurge',
      schedule: { daily: '03:40' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_sessions($1)', [at(deletionLimit('sessions', clock.now()))])
      },
    },
  ],
})
