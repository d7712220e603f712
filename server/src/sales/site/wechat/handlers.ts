import { randomBytes } from 'node:crypto'
import { badInput } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { type Context, newId } from '../../../kernel/context.ts'
import { isOutage } from '../../../kernel/outage.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { registerForgetMobile } from '../../../rental/driver/actions.ts'
import { openSession } from '../session.ts'
import { type PageHandler, requireMobile, type Visit } from '../visit.ts'
import { shareProof } from './share.ts'
import * as store from './store.ts'
import { sealUser, travellerOf, userOf } from './user.ts'

/* Customers who are recognised inside WeChat, by their id in the installation's service account. */

/** A mobile may get a new owner: after so long without its code nobody is recognised by it. */
export const RECOGNISED_FOR = 180 * DAY

const MOBILE = 'site_wechat.mobile'
export const OPENID = 'site_wechat.openid'

export const mobileHashOf = ({ vault }: Pick<Context, 'vault'>, mobile: string): Buffer => vault.index(MOBILE, mobile)

/** Users are told apart with their account, so that an id of another account is nobody's. */
const openidHashOf = ({ vault }: Pick<Context, 'vault'>, appId: string, openId: string): Buffer =>
  vault.index(OPENID, `${appId}/${openId}`)

/**
 * A mobile was proved by its code in this browser. Inside WeChat, with the customer's consent, its user is this customer from now on; without
 * it, at least nobody else is.
 */
export async function noteProof(ctx: Context, { wechat }: Visit, mobile: string, remember: boolean): Promise<void> {
  const openId = userOf(ctx, wechat)
  const pages = ctx.outside().follow?.pages
  if (openId === null || pages === undefined) return
  const [mobileHash, openidHash] = [mobileHashOf(ctx, mobile), openidHashOf(ctx, pages.appId, openId)]
  if (!remember) return void (await store.forgetOthers(ctx, mobileHash, openidHash))
  await store.forgetBoth(ctx, mobileHash, openidHash)
  const id = await newId(ctx)
  await store.insertBinding(ctx, {
    ...{ id, mobileHash, openidHash, provedAt: ctx.now },
    mobileEnc: ctx.vault.seal(MOBILE, id, mobile),
    openidEnc: ctx.vault.seal(OPENID, id, openId),
  })
}

registerForgetMobile((ctx, mobile) => store.forgetMobile(ctx, mobileHashOf(ctx, mobile)))

/** How WeChat knows a mobile; null: it does not. */
export async function recognitionOf(ctx: Context, mobile: string): Promise<{ readonly reminders: boolean } | null> {
  const row = await store.ofMobile(ctx, mobileHashOf(ctx, mobile), ctx.now - RECOGNISED_FOR)
  return row === undefined ? null : { reminders: row.reminders }
}

/**
 * WeChat says who the user is, by a code that it takes once. Nothing is stored of somebody who did not agree to it before.
 * @throws Refusal badInput (-2) for a state of another browser or page, or an old one
 */
const wechatBack: PageHandler<'wechatBack'> = async ({ to, state, code }, ctx, visit) => {
  const { wechat } = visit
  const isOurs = wechat.away !== null && isOutage(travellerOf(ctx.vault, wechat.away, to), ctx.now, state)
  wechat.keepAway(null)
  if (!isOurs) throw badInput('state', '微信授权已过期，请重新打开页面')
  const pages = ctx.outside().follow?.pages
  if (pages !== undefined)
    ctx.answerAfterCommit(async () => {
      const openId = code === undefined ? undefined : await pages.userOf(code)
      wechat.keepUser(openId === undefined ? null : sealUser(ctx, { appId: pages.appId, openId }))
      if (openId !== undefined)
        await ctx.asSystem((inside) => signIn(inside, visit, openidHashOf(inside, pages.appId, openId)))
      return { path: to }
    })
  return { path: to }
}

/** A session of its own, under a new secret. It proves the mobile as of the day of its code. */
async function signIn(ctx: Context, visit: Visit, openidHash: Buffer): Promise<void> {
  const known = await store.ofUser(ctx, openidHash, ctx.now - RECOGNISED_FOR)
  if (known === undefined) return
  const mobile = ctx.vault.open(MOBILE, known.id, known.mobileEnc)
  await openSession(ctx, visit, mobile, known.provedAt)
}

const forgetWechat: PageHandler<'forgetWechat'> = async (_, ctx, visit) => {
  await store.forgetMobile(ctx, mobileHashOf(ctx, await requireMobile(ctx, visit)))
  return {}
}

const wechatReminders: PageHandler<'wechatReminders'> = async ({ on }, ctx, visit) => {
  await store.setReminders(ctx, mobileHashOf(ctx, await requireMobile(ctx, visit)), on)
  return {}
}

/** @throws Refusal badInput (-2) for the address of a page elsewhere */
const share: PageHandler<'share'> = async ({ url }, ctx) => {
  const own = new URL(publicUrl(ctx.config, '/'))
  if (!URL.canParse(url) || new URL(url).origin !== own.origin) return { proof: null }
  ctx.answerAfterCommit(async () => ({ proof: await shareProof(ctx, url, randomBytes(8).toString('hex')) }))
  return { proof: null }
}

export const wechatHandlers = { wechatBack, share, forgetWechat, wechatReminders }
