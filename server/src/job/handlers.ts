import type { OutputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { found, implement } from '../kernel/context.ts'
import { ms, msOrNull } from '../kernel/instant.ts'
import * as store from './store.ts'

type Detail = OutputOf<typeof contract.job.detail>

const LINK_SECONDS = 15 * 60

export const job = implement(contract.job, {
  async detail({ jobId }, ctx) {
    const row = found(await store.ownById(ctx.db, jobId, ctx.accountId))
    const outcome = row.outcome as Partial<Pick<Detail, 'counts' | 'issues'>>
    // A link lives as long as any other; whoever comes back later asks again, and is asked who they are.
    const kept = row.file_until === null ? 0 : Math.floor((ms(row.file_until) - ctx.now) / 1000)
    const seconds = Math.min(kept, LINK_SECONDS)
    const link = { variant: 'full', viewer: ctx.accountId, now: ctx.now, seconds } as const
    return {
      jobId: row.id,
      state: row.state as Detail['state'],
      done: row.done,
      total: row.total,
      message: row.message,
      counts: outcome.counts ?? null,
      issues: outcome.issues ?? [],
      resultUrl: row.file_path === null || seconds <= 0 ? null : ctx.media.link(row.file_path, link),
      resultName: row.file_name,
      createdAt: ms(row.created_at),
      finishedAt: msOrNull(row.finished_at),
    }
  },
})
