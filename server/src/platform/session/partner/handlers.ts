import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { mayEnter } from '@cheyi/domain/platform/session/cancellation'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import { type Context, implement } from '../../../kernel/context.ts'
import { hashToken } from '../../../kernel/identity.ts'
import { mobileHashOf } from '../../../kernel/mobile.ts'
import { isOutage, outage, type Sender } from '../../../kernel/outage.ts'
import type { WechatPerson } from '../../../kernel/ports.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { screen } from '../../../kernel/screen.ts'
import { useCode } from '../limit/codes.ts'
import { attempt } from '../limit/limits.ts'
import { lockThing } from '../limit/store-limit.ts'
import { requireProof } from '../password/proof.ts'
import { logOf } from '../platform-log.ts'
import { actAs, enter } from '../sign-in.ts'
import * as store from './store.ts'

const WUKONG = 'wukong'
const WECHAT = 'app_user.wx_open'
const BIND_LIFE = 10 * MINUTE

export const partner = implement(contract.partner, {
  wukong: ({ code, bindToken, mobile, smsCode }, ctx) =>
    attempt(ctx, mobile === undefined ? null : mobileHashOf(ctx, mobile), async () => {
      if (code !== undefined) return byCode(ctx, code)
      if (bindToken === undefined) throw badInput('code', '请输入授权码')
      if (mobile === undefined) throw badInput('mobile', '请输入手机号')
      if (smsCode === undefined) throw badInput('smsCode', '请输入验证码')
      return bind(ctx, bindToken, mobile, smsCode)
    }),

  async wechatPage(_, ctx) {
    await requireProof(ctx)
    const back = publicUrl(ctx.config, screen('session.profile', {}))
    return { address: ctx.outside().wechat.page(back, outage(browserOf(ctx), ctx.now)) }
  },

  async bindWechat({ code, state }, ctx) {
    // Whoever followed a stranger's link is refused before they are asked for their password.
    refuseForeign(ctx, state)
    // Checked before the code is exchanged, so that the code can still be used afterwards.
    await requireProof(ctx)
    const person = await attempt(ctx, null, () => personOf(ctx, code, state))
    const { platform } = ctx.vaults
    const { userId } = ctx.identity
    const [hash, ...others] = person.ids.map((id) => platform.index(WECHAT, id)) as [Buffer, ...Buffer[]]
    // Two users who link the same WeChat account at once: the lock makes the second call see the first link.
    await lockThing(ctx.query, `wechat/${hash.toString('hex')}`)
    const holders = await store.usersByWechat(ctx.db, [hash, ...others])
    if (holders.some(({ id }) => id !== userId)) throw new Refusal('wechatTaken')
    await store.setWechat(ctx.db, userId, hash, platform.seal(WECHAT, userId, person.ids[0]), ctx.now)
    await logOf(ctx, userId, 'partner.bindWechat', 'ok')
    return { wxBound: true, nickname: person.nickname }
  },

  async unbindWechat(_, ctx) {
    await requireProof(ctx)
    const { userId } = ctx.identity
    await store.clearWechat(ctx.db, userId)
    await logOf(ctx, userId, 'partner.unbindWechat', 'ok')
    return { wxBound: false }
  },
})

/**
 * The session that is redirected to WeChat. It is part of the state, so that a link with a stranger's code cannot link
 * the stranger's WeChat account.
 */
const browserOf = ({ vaults, identity }: Context): Sender => ({
  vault: vaults.platform,
  place: `${WECHAT}.state`,
  subject: identity.sessionId,
})

/** @throws Refusal partnerCodeExpired (1013) for a state that is expired or of another session */
function refuseForeign(ctx: Context, state: string | undefined): void {
  if (state !== undefined && !isOutage(browserOf(ctx), ctx.now, state)) throw new Refusal('partnerCodeExpired')
}

/** @throws Refusal partnerCodeExpired (1013) for an expired code */
async function personOf(ctx: Context, code: string, state: string | undefined): Promise<WechatPerson> {
  const person = await ctx.outside().wechat.exchange(code, state === undefined ? 'app' : 'site')
  if (person === undefined) throw new Refusal('partnerCodeExpired')
  return person
}

/** The user that the partner identifies: linked users are signed in, others must enter their mobile once. */
async function byCode(ctx: Context, code: string) {
  const person = await ctx.outside().wukong.exchange(code)
  if (person === undefined) throw new Refusal('partnerCodeExpired')
  const { platform } = ctx.vaults
  const hash = platform.index('partner.wukong', person.partnerUserId)
  const user = await store.userByPartner(ctx.db, WUKONG, hash)
  if (user !== undefined && mayEnter(user.status))
    return { needBind: false, bindToken: null, session: await signInPartner(ctx, user) }
  const bindToken = `bt_${randomBytes(16).toString('base64url')}`
  await store.insertBindToken(ctx.db, {
    tokenHash: hashToken(bindToken),
    partner: WUKONG,
    hash,
    sealed: platform.seal('partner.wukong', hash.toString('base64'), person.partnerUserId),
    expireAt: ctx.now + BIND_LIFE,
  })
  return { needBind: true, bindToken, session: null }
}

/** Links an existing user; no user is created here. */
async function bind(ctx: Context, bindToken: string, mobile: string, smsCode: string) {
  const kept = await store.lockBindToken(ctx.db, hashToken(bindToken), ctx.now)
  if (kept === undefined) throw new Refusal('partnerCodeExpired')
  await useCode(ctx, mobile, 'bind', smsCode)
  const user = await store.userByMobile(ctx.db, mobileHashOf(ctx, mobile))
  if (user === undefined || !mayEnter(user.status)) throw new Refusal('wrongCode')
  await store.spendBindToken(ctx.db, hashToken(bindToken), ctx.now)
  await store.bindPartner(ctx.db, kept, user.id)
  return { needBind: false, bindToken: null, session: await signInPartner(ctx, user) }
}

/** @throws Refusal partnerNotOpen (1012) unless one of their merchants works with the partner */
async function signInPartner(ctx: Context, user: { id: string; operator: boolean }) {
  await actAs(ctx, user.id)
  if (!(await store.worksWith(ctx.db, user.id, WUKONG))) throw new Refusal('partnerNotOpen')
  return enter(ctx, user.id, user.operator, 'wukong')
}
