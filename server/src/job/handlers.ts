import { contract } from '@cheyi/contract/index'
import { found, implement } from '../kernel/context.ts'
import * as store from './store.ts'

const LINK_SECONDS = 15 * 60

export const job = implement(contract.job, {
  async detail({ jobId }, ctx) {
    const row = found(await store.ownById(ctx.db, jobId, ctx.accountId))
    const { counts = null, issues = [], warnings = [], layout = null } = row.outcome
    // A link lives as long as any other; whoever comes back later asks again, and is asked who they are.
    const kept = row.fileUntil === null ? 0 : Math.floor((row.fileUntil - ctx.now) / 1000)
    const seconds = Math.min(kept, LINK_SECONDS)
    const link = { variant: 'full', viewer: ctx.accountId, now: ctx.now, seconds } as const
    return {
      ...row,
      jobId: row.id,
      counts,
      issues,
      warnings,
      layout,
      resultUrl: row.filePath === null || seconds <= 0 ? null : ctx.media.link(row.filePath, link),
      resultName: row.fileName,
    }
  },
})
