import { randomBytes } from 'node:crypto'
import type { SignInWay } from '@cheyi/domain/platform/session/codes'
import { bareRecovery } from '@cheyi/domain/platform/session/second-factor/rules'
import { Refusal } from '@cheyi/domain/refusal'
import { MINUTE } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { hashToken } from '../../../kernel/identity.ts'
import { clearLock, countGuess } from '../limit/lock.ts'
import { logApart } from '../platform-log.ts'
import * as store from './store.ts'
import { stepOf } from './totp.ts'

/** For the cancellation of a user account: removes all data of the second factor. */
export { remove as removeFactor } from './store.ts'

const TICKET_LIFE = 5 * MINUTE
export const SECRET_PLACE = 'user_totp.secret'

export const hasFactor = async (ctx: Context, userId: string): Promise<boolean> =>
  (await store.byUser(ctx.db, userId))?.confirmedAt != null

interface FirstShown {
  readonly userId: string
  readonly source: SignInWay
  /** The invitation whose code was the first factor: the second factor also confirms it. */
  readonly merchantId?: string
  readonly invitationId?: string
}

/** If the user has a second factor, the call is refused with a ticket for showing it. @throws Refusal secondFactorNeeded (1010) */
export async function askFactor(ctx: Context, first: FirstShown): Promise<void> {
  if (!(await hasFactor(ctx, first.userId))) return
  const ticket = `sf_${randomBytes(16).toString('base64url')}`
  const expireAt = ctx.now + TICKET_LIFE
  await ctx.apart(({ db }) => store.insertTicket(db, { tokenHash: hashToken(ticket), ...first, expireAt }, ctx.now))
  throw new Refusal('secondFactorNeeded', { ticket, expireAt })
}

/** Wrong codes of a user share one counter, wherever they are typed: ten in 15 minutes lock, as for passwords. */
const guessKey = (ctx: Context, userId: string): Buffer => ctx.vaults.platform.index('user_totp.guess', userId)

export const recoveryHash = (ctx: Context, userId: string, code: string): Buffer =>
  ctx.vaults.platform.index('recovery_code.code', `${userId}/${bareRecovery(code)}`)

/**
 * Checks a code of the authenticator app, or a recovery code; each is accepted once, whatever the result of the call.
 * @throws Refusal wrongCode (1006), userLocked (1002)
 */
export async function passFactor(ctx: Context, userId: string, typed: string): Promise<void> {
  await checkGuess(ctx, userId, async () => {
    const code = typed.replaceAll(/\s/g, '')
    return ctx.apart(async ({ db }) => {
      if (!/^\d{6}$/.test(code)) return store.takeRecovery(db, userId, recoveryHash(ctx, userId, code), ctx.now)
      const row = await store.byUser(db, userId)
      if (row?.secretEnc == null) return false
      const step = stepOf(ctx.vaults.platform.open(SECRET_PLACE, userId, row.secretEnc), code, ctx.now)
      return step !== null && store.takeStep(db, userId, step)
    })
  })
}

/** Counts the guess, checks it, and resets the counter if it was correct. */
export async function checkGuess<T>(ctx: Context, userId: string, judge: () => Promise<T | false>): Promise<T> {
  const key = guessKey(ctx, userId)
  await countGuess(ctx, key, { pictureRead: true })
  const right = await judge()
  if (right === false) {
    await logApart(ctx, userId, 'session.secondFactor', 'wrongCode')
    throw new Refusal('wrongCode', { field: 'code' })
  }
  await clearLock(ctx, key)
  return right
}
