import { isClosedMerchant } from '@cheyi/domain/platform/merchant/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import { insertAudit } from '../../kernel/audit.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { logOf } from './platform-log.ts'
import { rotate } from './sign-in.ts'
import * as store from './store.ts'

/** An operator's access to a merchant ends after this time. */
const ASSIST_FOR = 4 * HOUR

export const switchMerchant: HandlerOf<'session', 'switchMerchant'> = async ({ merchantId, ticketNo }, ctx) => {
  const { identity } = ctx
  const account = (await store.accountsOf(ctx.db, identity.userId)).find((a) => a.merchantId === merchantId)
  const assists =
    account === undefined && identity.operator && (await store.operatesMerchant(ctx.db, identity.userId, merchantId))
  if (account === undefined && !assists) throw new Refusal('merchantForeign')
  if (isClosedMerchant(await store.merchantStatusOf(ctx.db, merchantId))) throw new Refusal('merchantSuspended')
  if (assists) await tellMerchant(ctx, merchantId, ticketNo)
  await logOf(ctx, identity.userId, `session.switchMerchant:${merchantId}`, 'ok')
  return rotate(
    ctx,
    {
      userId: identity.userId,
      accountId: account?.id ?? null,
      merchantId,
      source: identity.source,
      operatorTicket: assists ? (ticketNo ?? null) : null,
    },
    assists ? ctx.now + ASSIST_FOR : undefined,
  )
}

/** Writes to the merchant's own audit log which operator entered, and why. */
const tellMerchant = (ctx: Context, merchantId: string, ticketNo: string | undefined) =>
  ctx.inMerchant({ merchantId, accountId: '0', scope: 'all', storeIds: [] }, async () =>
    insertAudit({ ...ctx, identity: { ...ctx.identity, name: '平台运营' } }, 'session.assist', {
      targetType: 'merchant',
      targetId: merchantId,
      after: { operatorId: ctx.identity.userId, ticketNo: ticketNo ?? null },
    }),
  )
