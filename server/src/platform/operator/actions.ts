import { advance } from '@cheyi/domain/advance'
import { isSuspended, type MerchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { merchantSteps } from '@cheyi/domain/platform/merchant/review-steps'
import type { SmsTemplate } from '@cheyi/domain/platform/session/sms-templates'
import type { ActionOf } from '@cheyi/domain/step'
import { insertAudit } from '../../kernel/audit.ts'
import { requireFound } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/enter.ts'
import { systemIdentity } from '../../kernel/make-context.ts'
import type { SmsPort } from '../../kernel/ports.ts'
import type { Vaults } from '../../kernel/vault.ts'
import { logPlatform } from '../audit/actions.ts'
import { setStanding } from '../merchant/actions.ts'
import * as store from './store.ts'

export type Action = ActionOf<typeof merchantSteps>

export interface Move {
  readonly merchantId: string
  readonly action: Action
  /** Text that is sent to the owner. */
  readonly note: string
  /** The actor, as named in the merchant's audit log. */
  readonly by: { readonly userId: string | null; readonly name: string; readonly ip: string; readonly traceId: string }
  readonly now: number
}

export interface Moved {
  readonly status: MerchantStatus
  /** Notifies the owner; runs after the commit. */
  readonly tell: (sms: SmsPort) => Promise<void>
}

/**
 * Changes a merchant's status: status, the merchant's audit log and the platform's log are written in one transaction without a merchant.
 * Running sessions of the merchant notice it with their next call.
 * @throws Refusal stale (-5) when its current status does not allow the change, notFound (-4)
 */
export async function moveMerchant(
  tx: Pick<Transaction, 'db' | 'query' | 'queue' | 'inMerchant'>,
  vaults: Vaults,
  { merchantId, action, note, by, now }: Move,
): Promise<Moved> {
  const merchant = requireFound(await store.lock(tx.db, merchantId))
  const status = advance(merchantSteps, action as 'reject', merchant.status, { note })
  const keptNote = action === 'reject' || isSuspended(status) ? note : ''
  await setStanding(tx.db, merchantId, { status, note: keptNote, now })
  const vault = await vaults.merchant(merchantId)
  const owner = await tx.inMerchant({ merchantId, accountId: '0', scope: 'all', storeIds: [] }, async () => {
    const identity = { ...systemIdentity(merchantId), name: by.name }
    insertAudit({ queue: tx.queue, identity, ip: by.ip, traceId: by.traceId }, `operator.${action}`, {
      targetType: 'merchant',
      targetId: merchantId,
      before: { status: merchant.status },
      after: { status, note },
    })
    return store.ownerOf(tx.db)
  })
  await logPlatform(tx.db, {
    userId: by.userId,
    ip: by.ip,
    traceId: by.traceId,
    action: `operator.${action}:${merchantId}`,
    detail: { name: by.name, note },
  })
  return {
    status,
    async tell(sms) {
      if (owner?.mobileEnc == null) return
      const mobile = vault.open('account.mobile', owner.id, owner.mobileEnc)
      await sms.send({ mobile, template: templates[action], params: { merchant: merchant.name, reason: note } })
    },
  }
}

const templates = {
  approve: 'merchantApproved',
  reject: 'merchantRejected',
  suspend: 'merchantSuspended',
  expire: 'merchantSuspended',
  resume: 'merchantResumed',
  close: 'merchantClosed',
} as const satisfies Record<Action, keyof SmsTemplate>
