import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import {
  afterFailure,
  type LockState,
  lockedMinutes,
  needsCaptcha,
  unlocked,
} from '@cheyi/domain/platform/session/lockout'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context, Db } from '../../../kernel/context.ts'
import { tellSecurity } from '../../../kernel/security-log.ts'
import { verifyPassword } from '../password/password.ts'
import { logApart } from '../platform-log.ts'
import { passCaptcha } from './captcha.ts'
import { guessesMuch } from './limits.ts'

/*
 * Guessing a secret is slowed down by address (limits.ts), by the secret, and by a captcha. An unregistered mobile
 * counts like any other.
 */

/**
 * Counts one more guess for `key` before it is checked.
 * @returns the count including this guess; null when a captcha is required first and nothing was counted
 * @throws Refusal userLocked (1002)
 */
export async function countGuess(
  ctx: Context,
  key: Buffer,
  { pictureRead }: { pictureRead: boolean },
): Promise<LockState | null> {
  const { minutes, after } = await ctx.apart(async ({ db }) => {
    const before = await lockForUpdate(db, key)
    const minutes = lockedMinutes(before, ctx.now)
    if (minutes > 0 || (needsCaptcha(before) && !pictureRead)) return { minutes, after: null }
    const after = afterFailure(before, ctx.now)
    await setLock(db, key, after)
    return { minutes, after }
  })
  if (minutes > 0) {
    tellSecurity(ctx, 'limit', 'guesses')
    throw new Refusal('userLocked', { n: minutes })
  }
  return after
}

interface Tried {
  readonly mobileHash: Buffer
  readonly password: string
  /** null: the mobile is unregistered or has no password; the check takes as long. */
  readonly stored: string | null
  readonly userId: string | null
  /** For a user who is already signed in: a form inside the product, which shows no captcha. */
  readonly signedIn?: true
  readonly captchaId?: string | undefined
  readonly captchaCode?: string | undefined
}

/**
 * Checks a password. A wrong one is counted although the call is refused.
 * @throws Refusal userLocked (1002), captchaNeeded (1003), wrongPassword (1001)
 */
export async function passPassword(ctx: Context, tried: Tried): Promise<void> {
  const { mobileHash } = tried
  const counted = await countBehindPicture(ctx, tried)
  const right = await verifyPassword(ctx.vaults.pepper, tried.password, tried.stored)
  if (right && !isOnlyForDemos(ctx, tried)) return clearLock(ctx, mobileHash)
  await logApart(ctx, tried.userId, ctx.call.name, 'wrongPassword')
  throw new Refusal('wrongPassword', { captcha: needsCaptcha(counted) })
}

/** The demo's password is public: on any other installation no user can sign in with it. */
const isOnlyForDemos = ({ config }: Context, { password, signedIn }: Tried): boolean =>
  password === DEMO_PASSWORD && !config.demo && signedIn !== true

async function countBehindPicture(ctx: Context, tried: Tried): Promise<LockState> {
  const inside = tried.signedIn === true
  if (!inside && (await guessesMuch(ctx))) await passCaptcha(ctx, tried)
  else {
    const counted = await countGuess(ctx, tried.mobileHash, { pictureRead: inside })
    if (counted !== null) return counted
    await passCaptcha(ctx, tried)
  }
  return (await countGuess(ctx, tried.mobileHash, { pictureRead: true }))!
}

/** Resets the count after the owner of the mobile proved their identity, whatever the result of the call. */
export const clearLock = (ctx: Context, key: Buffer): Promise<void> => ctx.apart(({ db }) => setLock(db, key, unlocked))

/** The state under a key, locked so that parallel guesses are all counted. */
async function lockForUpdate(db: Db, mobileHash: Buffer): Promise<LockState> {
  await db
    .insertInto('loginLock')
    .values({ mobileHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('loginLock')
    .select(['failCount', 'failSince', 'lockLevel', 'lockedUntil'])
    .where('mobileHash', '=', mobileHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function setLock(db: Db, mobileHash: Buffer, state: LockState): Promise<void> {
  await db.updateTable('loginLock').set(state).where('mobileHash', '=', mobileHash).execute()
}
