import { contract } from '@cheyi/contract/index'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { mayEnter } from '@cheyi/domain/platform/session/cancellation'
import type { SignInWay } from '@cheyi/domain/platform/session/codes'
import { legalHtml } from '@cheyi/domain/platform/session/legal'
import type { LegalBlock } from '@cheyi/domain/platform/session/legal-text'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR, startOfDate } from '@cheyi/domain/time'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, type HandlerOf, implement } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { createTicket, devices, endSession, useTicket } from './devices.ts'
import { demo, leaveDemo } from './leave-demo.ts'
import { legalText } from './legal.ts'
import { drawCaptcha } from './limit/captcha.ts'
import { sendCode, useCode } from './limit/codes.ts'
import { attempt } from './limit/limits.ts'
import { clearLock, passPassword } from './limit/lock.ts'
import { changePassword, resetPassword } from './password/passwords.ts'
import { logOf } from './platform-log.ts'
import { register } from './register.ts'
import { assistOf, currentUser, enter, rotate } from './sign-in.ts'
import * as store from './store.ts'

/** An operator's access to a merchant ends after this time. */
const ASSIST_FOR = 4 * HOUR

const switchMerchant: HandlerOf<'session', 'switchMerchant'> = async ({ merchantId, ticketNo }, ctx) => {
  const { identity } = ctx
  const account = (await store.accountsOf(ctx.db, identity.userId)).find((a) => a.merchantId === merchantId)
  const assists =
    account === undefined && identity.operator && (await store.operatesMerchant(ctx.db, identity.userId, merchantId))
  if (account === undefined && !assists) throw new Refusal('merchantForeign')
  if (!goesOn('signIn', await store.merchantStatusOf(ctx.db, merchantId))) throw new Refusal('merchantSuspended')
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

const sourceOf = (native: boolean | undefined, otherwise: SignInWay): SignInWay => (native ? 'native' : otherwise)

const login: HandlerOf<'session', 'login'> = (input, ctx) => {
  const mobileHash = mobileHashOf(ctx, input.mobile)
  return attempt(ctx, mobileHash, async () => {
    const found = await store.userByMobile(ctx.db, mobileHash)
    const user = found && mayEnter(found.status) ? found : undefined
    await passPassword(ctx, {
      ...input,
      mobileHash,
      stored: user?.passwordHash ?? null,
      userId: user?.id ?? null,
    })
    return enter(ctx, user!.id, user!.operator, sourceOf(input.native, 'password'))
  })
}

/** By an SMS code. It is allowed for a mobile that is locked, since a code proves more than a password. */
const loginByCode: HandlerOf<'session', 'loginByCode'> = (input, ctx) => {
  const mobileHash = mobileHashOf(ctx, input.mobile)
  return attempt(ctx, mobileHash, async () => {
    await useCode(ctx, input.mobile, 'login', input.code)
    const user = await store.userByMobile(ctx.db, mobileHash)
    if (user === undefined || !mayEnter(user.status)) throw new Refusal('wrongCode')
    await clearLock(ctx, mobileHash)
    return enter(ctx, user.id, user.operator, sourceOf(input.native, 'sms'))
  })
}

const blockOf = (block: LegalBlock) => ({
  text: typeof block === 'string' ? block : '',
  list: typeof block === 'object' && 'list' in block ? [...block.list] : [],
  table: typeof block === 'object' && 'table' in block ? block.table.map((row) => [...row]) : [],
})

export const session = implement(contract.session, {
  captcha: (_, ctx) => drawCaptcha(ctx),
  sendCode,
  login,
  loginByCode,
  register,
  demo,
  leaveDemo,
  resetPassword,
  changePassword,
  switchMerchant,
  devices,
  endSession,
  createTicket,
  useTicket,

  async logout(_, ctx) {
    if (ctx.token !== null) await store.revoke(ctx.db, hashToken(ctx.token), '退出登录', ctx.now)
    return {}
  },

  async userInfo(_, ctx) {
    const { userId, accountId, merchantId, operator } = ctx.identity
    return currentUser(ctx, {
      userId,
      accountId: accountId === '0' ? null : accountId,
      merchantId,
      ...(operator && { assist: await assistOf(ctx) }),
    })
  },

  async legal({ type }, ctx) {
    const text = await legalText(ctx.db, type, ctx.now)
    const { title, version, updatedOn, effectiveOn } = text
    return {
      title,
      version,
      preamble: text.preamble.map(blockOf),
      sections: text.sections.map(({ heading, blocks }) => ({ heading, blocks: blocks.map(blockOf) })),
      html: legalHtml(text),
      updatedAt: startOfDate(updatedOn),
      effectiveAt: startOfDate(effectiveOn),
    }
  },
})
