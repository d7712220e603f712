import { Refusal } from '@cheyi/domain/refusal'
import { afterFailure, type LockState, lockedMinutes, needsCaptcha, unlocked } from '@cheyi/domain/session/lockout'
import { DAY, MINUTE } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { passCaptcha } from './captcha.ts'
import { verifyPassword } from './password.ts'
import { entryOf } from './platform-log.ts'
import * as store from './store-lock.ts'

/*
 * Guessing passwords is made slow: by address, by mobile, and by a picture that must be read. All of it counts mobiles
 * that nobody has like any other.
 */

const LOGINS_PER_MINUTE = 10
/** Failures of an address within 15 minutes after which it waits, and within a day after which it reads pictures. */
const FAILURES_PER_IP = 50
const CAPTCHA_PER_IP = 20

export const mobileHashOf = ({ vaults }: Pick<Context, 'vaults'>, mobile: string): Buffer =>
  vaults.platform.index('app_user.mobile', mobile)

/** @throws Refusal tooFrequent (-7): ten logins a minute, or fifty failures in 15 minutes, from one address. */
export async function slowDown(ctx: Context): Promise<void> {
  if (!ctx.config.rateLimit) return
  if ((await store.attemptsOfIp(ctx.db, ctx.ip, ctx.now - MINUTE)) >= LOGINS_PER_MINUTE)
    throw new Refusal('tooFrequent')
  if ((await store.failuresOfIp(ctx.db, ctx.ip, ctx.now - 15 * MINUTE)) >= FAILURES_PER_IP)
    throw new Refusal('tooFrequent')
}

interface Tried {
  readonly mobileHash: Buffer
  readonly password: string
  /** null: nobody has this mobile, or no password; it takes as long. */
  readonly stored: string | null
  readonly userId: string | null
  /** Of one who is signed in already: a form inside, which shows no picture. */
  readonly signedIn?: true
  readonly captchaId?: string | undefined
  readonly captchaCode?: string | undefined
}

/**
 * The password is right. A wrong one is remembered though the call is refused.
 * @throws Refusal userLocked (1002), captchaNeeded (1003), wrongPassword (1001)
 */
export async function passPassword(ctx: Context, tried: Tried): Promise<void> {
  const { mobileHash } = tried
  const lock = await store.lockOf(ctx.db, mobileHash)
  const minutes = lockedMinutes(lock, ctx.now)
  if (minutes > 0) throw new Refusal('userLocked', { n: minutes })
  if (tried.signedIn !== true && (needsCaptcha(lock) || (await manyFailures(ctx)))) await passCaptcha(ctx, tried)
  if (await verifyPassword(ctx.vaults.pepper, tried.password, tried.stored)) {
    await store.insertAttempt(ctx.db, ctx.ip, mobileHash, true)
    return clearLock(ctx, mobileHash)
  }
  const after = await fail(ctx, tried)
  throw new Refusal('wrongPassword', { captcha: needsCaptcha(after) })
}

const manyFailures = async (ctx: Context): Promise<boolean> =>
  ctx.config.rateLimit && (await store.failuresOfIp(ctx.db, ctx.ip, ctx.now - DAY)) >= CAPTCHA_PER_IP

/** Kept although the call is refused: the next attempt must see it. */
const fail = (ctx: Context, { mobileHash, userId }: Tried): Promise<LockState> =>
  ctx.apart(async ({ db }) => {
    await store.insertAttempt(db, ctx.ip, mobileHash, false)
    const after = afterFailure(await store.lockForUpdate(db, mobileHash), ctx.now)
    await store.setLock(db, mobileHash, after)
    await store.insertPlatformLog(db, entryOf(ctx, userId, ctx.call.name, 'wrongPassword'))
    return after
  })

/** Who has proved to be the owner of the mobile begins anew. */
export const clearLock = (ctx: Context, mobileHash: Buffer): Promise<void> =>
  store.setLock(ctx.db, mobileHash, unlocked)
