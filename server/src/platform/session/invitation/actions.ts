import { randomInt } from 'node:crypto'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import type { SignInWay } from '@cheyi/domain/platform/session/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR } from '@cheyi/domain/time'
import { insertAudit } from '../../../kernel/audit.ts'
import { type Context, newId } from '../../../kernel/context.ts'
import { mobileHashOf } from '../../../kernel/mobile.ts'
import { screen } from '../../../kernel/screen.ts'
import { confirmAccount } from '../../account/actions.ts'
import { merchantName } from '../../merchant/actions.ts'
import { countUnasked, notify } from '../../notify/actions.ts'
import { logOf } from '../platform-log.ts'
import { actAs, openSession, type SignedIn } from '../sign-in.ts'
import * as store from './store.ts'

const LIFE = 72 * HOUR

/**
 * Checks that a mobile may be invited. For users who can never be employees (platform operators, frozen users) nothing
 * is revealed: they are invited like anybody else, but no code of theirs is accepted. Each check counts like a message.
 * @throws Refusal mobileInMerchant (1032), textsExhausted (1039)
 */
export async function requireInvitable(ctx: Context, mobile: string): Promise<void> {
  const mobileHash = mobileHashOf(ctx, mobile)
  if (await store.isHere(ctx.query, mobileHash)) throw new Refusal('mobileInMerchant', { field: 'mobile' })
  await countUnasked(ctx, 'invitation', mobileHash)
}

/** Sends the holder of the mobile a code that confirms this account; earlier codes become invalid. */
export async function invite(ctx: Context, accountId: string, mobile: string): Promise<{ expireAt: number }> {
  const id = await newId(ctx)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expireAt = ctx.now + LIFE
  await store.insert(ctx.db, {
    id,
    accountId,
    mobileHash: mobileHashOf(ctx, mobile),
    codeHash: hashOf(ctx, id, code),
    expireAt,
  })
  const merchant = await merchantName(ctx.db)
  ctx.afterCommit(() => ctx.outside().sms.send({ mobile, template: 'invitation', params: { merchant, code } }))
  return { expireAt }
}

/** A pending invitation whose code was just confirmed. @throws Refusal wrongCode (1006) when it ended meanwhile */
export async function waitingOf(ctx: Context, merchantId: string, id: string): Promise<store.Waiting> {
  const waiting = await store.waitingById(ctx.query, merchantId, id, ctx.now)
  if (waiting === undefined) throw new Refusal('wrongCode')
  if (!goesOn('signIn', await store.merchantStatus(ctx.db, merchantId))) throw new Refusal('merchantSuspended')
  return waiting
}

/**
 * Links the account to the user after all their factors were confirmed; only now does the account have a holder.
 * @param factorAt when the second factor was shown (epoch ms), if the user has one
 * @returns a session inside the merchant
 */
export async function joinBy(
  ctx: Context,
  userId: string,
  { merchantId, accountId, inviterId }: store.Waiting,
  source: SignInWay,
  factorAt: number | null,
): Promise<SignedIn> {
  const vault = await ctx.vaults.merchant(merchantId)
  await ctx.inMerchant({ merchantId, accountId, scope: 'all', storeIds: [] }, async () => {
    const name = await confirmAccount(ctx, accountId, userId)
    const identity = { ...ctx.identity, merchantId, accountId, userId, name }
    insertAudit({ ...ctx, identity }, 'invitation.accept', { targetType: 'account', targetId: accountId })
    notify(
      { ...ctx, merchantId, accountId, identity, vault },
      {
        type: notifyType.security,
        level: notifyLevel.normal,
        ref: `account/${accountId}/joined`,
        title: `${name}已加入`,
        body: '已用手机验证码确认邀请，可以登录使用了',
        link: screen('account.detail', { id: accountId }),
        texted: true,
        to: { accountIds: [inviterId] },
      },
    )
  })
  await logOf(ctx, userId, 'invitation.accept', 'ok')
  await actAs(ctx, userId)
  return openSession(ctx, { userId, accountId, merchantId, source, factorAt })
}

/** A code is bound to the one invitation that it was sent with. */
export const hashOf = ({ vaults }: Pick<Context, 'vaults'>, id: string, code: string): Buffer =>
  vaults.platform.index('invitation.code', `${id}/${code}`)
