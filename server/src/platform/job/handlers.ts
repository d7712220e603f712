import { contract } from '@cheyi/contract/index'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import * as store from './store.ts'

const LINK_SECONDS = 15 * 60

/** Scopes by how much they show, the widest first: an account's own orders are a part of the orders of its stores. */
const width = { all: 0, stores: 1, own: 2, link: 3, channel: 3, phone: 3 } as const

/**
 * Whether the caller could create the file today: the account holds the key of the work and sees no less than the run saw. The file of a
 * job that ended before these values were stored is given to no account.
 */
function mayHaveFile(
  { identity, can }: Pick<Context, 'identity' | 'can'>,
  { ranKey, ranScope, ranStoreIds }: Pick<store.JobRow, 'ranKey' | 'ranScope' | 'ranStoreIds'>,
): boolean {
  if (ranKey === null || ranScope === null || !can(ranKey)) return false
  if (identity.scope === 'all') return true
  const storeIds = ranStoreIds ?? []
  return (
    ranScope !== 'all' &&
    width[identity.scope] <= width[ranScope] &&
    storeIds.every((id) => identity.storeIds.includes(id))
  )
}

export const job = implement(contract.job, {
  async detail({ jobId }, ctx) {
    const row = requireFound(await store.ownById(ctx.db, jobId, ctx.accountId))
    const { counts = null, issues = [], warnings = [], layout = null } = row.outcome
    // The link expires like any other link; a later call checks the permission again and returns a new link.
    const kept = row.fileUntil === null ? 0 : Math.floor((row.fileUntil - ctx.now) / 1000)
    const seconds = Math.min(kept, LINK_SECONDS)
    const link = { variant: 'full', viewer: ctx.accountId, now: ctx.now, seconds } as const
    return {
      ...row,
      jobId: row.id,
      counts,
      issues,
      warnings,
      // Trials of earlier releases did not store `lacking`.
      layout: layout && { ...layout, lacking: layout.lacking ?? [] },
      resultUrl:
        row.filePath === null || seconds <= 0 || !mayHaveFile(ctx, row) ? null : ctx.media.link(row.filePath, link),
      resultName: row.fileName,
    }
  },
})
