import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { mayEnter } from '@cheyi/domain/session/cancellation'
import { MINUTE } from '@cheyi/domain/time'
import { type Context, implement } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { ownMobile, useCode } from '../limit/codes.ts'
import { attempt } from '../limit/limits.ts'
import { mobileHashOf } from '../limit/lock.ts'
import { isFresh, requireProof } from '../password/proof.ts'
import { logOf } from '../platform-log.ts'
import { actAs, enter } from '../sign-in.ts'
import * as store from './store.ts'

const WUKONG = 'wukong'
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

  async bindWechat({ code }, ctx) {
    // Before the code is exchanged, so that it still serves afterwards.
    await requireProof(ctx)
    const person = await ctx.outside().wechat.exchange(code)
    if (person === undefined) throw new Refusal('partnerCodeExpired')
    const { platform } = ctx.vaults
    const { userId } = ctx.identity
    const hash = platform.index('app_user.wx_open', person.openId)
    const taken = await store.userByWechat(ctx.db, hash)
    if (taken !== undefined && taken !== userId) throw new Refusal('wechatTaken')
    await store.setWechat(ctx.db, userId, hash, platform.seal('app_user.wx_open', userId, person.openId), ctx.now)
    await logOf(ctx, userId, 'partner.bindWechat', 'ok')
    return { wxBound: true, nickname: person.nickname }
  },

  async unbindWechat({ smsCode }, ctx) {
    const { userId } = ctx.identity
    if (!(await isFresh(ctx))) {
      if (smsCode === undefined) throw badInput('smsCode', '请输入验证码')
      await useCode(ctx, await ownMobile(ctx), 'bind', smsCode)
    }
    await store.clearWechat(ctx.db, userId)
    await logOf(ctx, userId, 'partner.unbindWechat', 'ok')
    return { wxBound: false }
  },
})

/** Who the partner says this is: known ones come in, others are asked once for the mobile they have with us. */
async function byCode(ctx: Context, code: string) {
  const person = await ctx.outside().wukong.exchange(code)
  if (person === undefined) throw new Refusal('partnerCodeExpired')
  const { platform } = ctx.vaults
  const hash = platform.index('partner.wukong', person.partnerUserId)
  const user = await store.userByPartner(ctx.db, WUKONG, hash)
  if (user !== undefined && mayEnter(user.status))
    return { needBind: false, bindToken: null, session: await come(ctx, user) }
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

/** Binds an existing user; nobody is made here. */
async function bind(ctx: Context, bindToken: string, mobile: string, smsCode: string) {
  const kept = await store.lockBindToken(ctx.db, hashToken(bindToken), ctx.now)
  if (kept === undefined) throw new Refusal('partnerCodeExpired')
  await useCode(ctx, mobile, 'bind', smsCode)
  const user = await store.userByMobile(ctx.db, mobileHashOf(ctx, mobile))
  if (user === undefined || !mayEnter(user.status)) throw new Refusal('wrongCode')
  await store.spendBindToken(ctx.db, hashToken(bindToken), ctx.now)
  await store.bindPartner(ctx.db, kept, user.id)
  return { needBind: false, bindToken: null, session: await come(ctx, user) }
}

/** @throws Refusal partnerNotOpen (1012) unless one of their merchants works with the partner */
async function come(ctx: Context, user: { id: string; operator: boolean }) {
  await actAs(ctx, user.id)
  if (!(await store.worksWith(ctx.db, user.id, WUKONG))) throw new Refusal('partnerNotOpen')
  return enter(ctx, user.id, user.operator, 'wukong')
}
