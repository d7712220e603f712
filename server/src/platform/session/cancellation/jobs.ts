import { advance } from '@cheyi/domain/advance'
import { blocksOf, cancellationSteps, isCoolingOff } from '@cheyi/domain/platform/session/cancellation'
import { can } from '@cheyi/domain/step'
import { insertAudit } from '../../../kernel/audit.ts'
import { asGate, type Transaction } from '../../../kernel/enter.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { systemIdentity } from '../../../kernel/make-context.ts'
import { jobFailed } from '../../../kernel/process/job-failure.ts'
import type { Jobs } from '../../../kernel/process/jobs.ts'
import { anonymiseAccount, worksNoMore } from '../../account/actions.ts'
import { moveMerchant } from '../../operator/actions.ts'
import { revokeAll } from '../actions.ts'
import { removeFactor } from '../second-factor/actions.ts'
import { type AccountBusiness, allOf, openBusinessOf } from './open-business.ts'
import * as store from './store.ts'

/**
 * Completes the cancellations whose waiting period is over, one transaction each; business that was opened meanwhile
 * drops the cancellation.
 */
export async function completeCancellations(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now()
  const rows = await asGate(kernel, ({ db }) => store.due(db, now))
  for (const { id } of rows) {
    try {
      const tell = await asGate(kernel, (tx) => complete(kernel, tx, id, now))
      await tell?.()
    } catch (error) {
      jobFailed(kernel, 'cancellation', error, { userId: id })
    }
  }
}

async function complete(
  kernel: Kernel,
  tx: Transaction,
  userId: string,
  now: number,
): Promise<(() => Promise<void>) | undefined> {
  const { platform } = kernel.vaults
  const user = await store.lock(tx.db, userId)
  // Meanwhile it was withdrawn, or completed by another process.
  if (!isCoolingOff(user.status) || user.cancelAt === null || user.cancelAt > now) return undefined
  await tx.query(`select set_config('app.user_id', $1, true)`, [userId])
  const accounts = await openBusinessOf(tx, userId)
  const open = allOf(accounts)
  const mobile = platform.open('app_user.mobile', userId, user.mobileEnc)
  const { sms } = kernel.outside
  if (!can(cancellationSteps, 'complete', user.status, { open }).ok) {
    const status = advance(cancellationSteps, 'drop', user.status)
    await store.setState(tx.db, userId, { status, cancelAt: null, reason: '' })
    return () => sms.send({ mobile, template: 'cancelDropped', params: { reason: blocksOf(open) } })
  }
  const status = advance(cancellationSteps, 'complete', user.status, { open })
  for (const account of accounts) await leave(kernel, tx, account, now)
  await revokeAll(tx.db, userId, '账号已注销', now)
  // The number can be registered again: the replacement value matches no mobile.
  const nobody = `cancelled-${userId}`
  await removeFactor(tx.db, userId)
  await store.anonymise(tx.db, userId, {
    sealed: platform.seal('app_user.mobile', userId, nobody),
    hash: platform.index('app_user.mobile', nobody),
  })
  await store.setState(tx.db, userId, { status, cancelAt: now, reason: '' })
  return () => sms.send({ mobile, template: 'cancelled', params: {} })
}

/** Removes the user from one merchant; the merchant of an owner is closed. */
async function leave(kernel: Kernel, tx: Transaction, account: AccountBusiness, now: number): Promise<void> {
  const { merchantId, accountId, owner, closed } = account
  const by = { userId: null, name: '系统', ip: '', traceId: 'job-cancellation' }
  if (owner && !closed)
    await moveMerchant(tx, kernel.vaults, { merchantId, action: 'close', note: '主账号已注销', by, now })
  await tx.inMerchant({ merchantId, accountId, scope: 'all', storeIds: [] }, async () => {
    await anonymiseAccount(tx.db, accountId, now)
    worksNoMore(tx, accountId)
    insertAudit(
      { queue: tx.queue, identity: { ...systemIdentity(merchantId), name: by.name }, ip: '', traceId: by.traceId },
      'cancellation.complete',
      { targetType: 'account', targetId: accountId },
    )
  })
}

export const cancellationJobs: Jobs = {
  installation: [{ name: 'cancellation', schedule: { daily: '00:10' }, work: completeCancellations }],
}
