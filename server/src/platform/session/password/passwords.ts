import { passwordProblem } from '@cheyi/domain/platform/check/password'
import { mayEnter } from '@cheyi/domain/platform/session/cancellation'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { mobileHashOf } from '../../../kernel/mobile.ts'
import { ownMobile, useCode } from '../limit/codes.ts'
import { attempt } from '../limit/limits.ts'
import { clearLock, passPassword } from '../limit/lock.ts'
import { tellOfNewPassword } from '../notices.ts'
import { logOf } from '../platform-log.ts'
import { actAs, assistOf, rotate } from '../sign-in.ts'
import * as store from '../store.ts'
import { isLeaked } from './leaked-passwords.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** Includes the current password. */
const NOT_REUSED = 3

const weak = (why: string) => new Refusal('passwordWeak', { 说明: `：${why}`, field: 'password' })

/** @throws Refusal passwordWeak (1019) with the reason */
export async function requireStrong({ config }: Context, password: string, mobile: string): Promise<void> {
  const problem = passwordProblem(password, mobile)
  if (problem !== null) throw weak(problem)
  const isKnown = password === DEMO_PASSWORD && !config.demo
  if (isKnown || (await isLeaked(password))) throw weak('该密码常见或已在网上泄露，请换一个')
}

/** Step three of 忘记密码. For an unregistered mobile the code is always wrong. */
export const resetPassword: HandlerOf<'session', 'resetPassword'> = ({ mobile, code, password }, ctx) => {
  const mobileHash = mobileHashOf(ctx, mobile)
  return attempt(ctx, mobileHash, async () => {
    await requireStrong(ctx, password, mobile)
    await useCode(ctx, mobile, 'forgot', code)
    const user = await store.userByMobile(ctx.db, mobileHash)
    if (user === undefined || !mayEnter(user.status)) throw new Refusal('wrongCode')
    await actAs(ctx, user.id)
    await replace(ctx, user, mobile, password)
    await clearLock(ctx, mobileHash)
    await logOf(ctx, user.id, 'session.resetPassword', 'ok')
    return {}
  })
}

/** Requires the old password, or a code if the user has none; every other device is signed out. */
export const changePassword: HandlerOf<'session', 'changePassword'> = async (input, ctx) => {
  const { userId, accountId, merchantId, source } = ctx.identity
  const user = await store.userById(ctx.db, userId)
  const mobile = await ownMobile(ctx)
  await requireStrong(ctx, input.password, mobile)
  if (user.passwordHash === null) {
    if (input.code === undefined) throw badInput('code', '请输入验证码')
    await useCode(ctx, mobile, 'stepup', input.code)
  } else {
    if (input.old === undefined) throw badInput('old', '请输入原密码')
    await passOld(ctx, mobile, input.old, user)
  }
  const assist = await assistOf(ctx)
  await replace(ctx, user, mobile, input.password, ctx.identity.sessionId)
  await logOf(ctx, userId, 'session.changePassword', 'ok')
  await actAs(ctx, userId)
  const { token, expireAt } = await rotate(ctx, {
    userId,
    accountId: accountId === '0' ? null : accountId,
    merchantId,
    source,
    operatorTicket: assist?.ticket ?? null,
  })
  return { token, expireAt }
}

/** Guesses at an unattended screen are counted as at the login, but no captcha is required. */
async function passOld(ctx: Context, mobile: string, old: string, user: { id: string; passwordHash: string | null }) {
  try {
    await passPassword(ctx, {
      mobileHash: mobileHashOf(ctx, mobile),
      password: old,
      stored: user.passwordHash,
      userId: user.id,
      signedIn: true,
    })
  } catch (error) {
    if (error instanceof Refusal && error.key === 'wrongPassword') throw new Refusal('wrongPassword', { field: 'old' })
    throw error
  }
}

/** Sets the new password and ends every session except the caller's, whose old token stays valid for a short time. */
async function replace(
  ctx: Context,
  user: { id: string; passwordHistory: string[]; passwordHash: string | null },
  mobile: string,
  password: string,
  /** The session that changes it; '0' on a reset. */
  keep = '0',
): Promise<void> {
  const before = user.passwordHash === null ? [] : [user.passwordHash, ...user.passwordHistory]
  for (const stored of before.slice(0, NOT_REUSED))
    if (await verifyPassword(ctx.vaults.pepper, password, stored)) throw weak('新密码不能与最近使用过的密码相同')
  const hash = await hashPassword(ctx.vaults.pepper, password)
  await store.setPassword(ctx.db, user.id, hash, before.slice(0, NOT_REUSED - 1), ctx.now)
  await store.revokeAll(ctx.db, user.id, '密码已修改', ctx.now, keep)
  await tellOfNewPassword(ctx, user.id)
  ctx.afterCommit(() => ctx.outside().sms.send({ mobile, template: 'passwordChanged', params: {} }))
}
