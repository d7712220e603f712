import { PROOF_LIFE, type ProofWay } from '@cheyi/domain/platform/session/second-factor/rules'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context, Db } from '../../../kernel/context.ts'
import { mobileHashOf } from '../../../kernel/mobile.ts'
import { ownMobile } from '../limit/codes.ts'
import { passPassword } from '../limit/lock.ts'
import * as store from '../store.ts'

/**
 * Whether the holder of the session proved their identity within ten minutes, at the sign-in or later: by the second
 * factor if they have one, otherwise by a password or a code.
 */
export async function isFresh(ctx: Context): Promise<boolean> {
  const { provedAt, factorAt } = await store.proofTimesOf(ctx.db, ctx.identity.sessionId)
  const shownAt = ctx.identity.secondFactor.on ? factorAt : provedAt
  return shownAt !== null && ctx.now - shownAt < PROOF_LIFE
}

/**
 * Required for actions that a stolen session alone must not be able to do (ASVS 7.5): ending sessions, linking WeChat,
 * changing the second factor.
 * @throws Refusal proofNeeded (1007) with the possible ways to prove the identity
 */
export async function requireProof(ctx: Context): Promise<void> {
  if (await isFresh(ctx)) return
  throw new Refusal('proofNeeded', { ways: await waysToProve(ctx.db, ctx.identity.userId) })
}

/** The ways in which a user can prove their identity: only the second factor if they have one. */
export async function waysToProve(db: Db, userId: string): Promise<ProofWay[]> {
  const { password, factor } = await store.proofsOf(db, userId)
  return factor ? ['totp'] : password ? ['password', 'code'] : ['code']
}

/** Records a proof of identity for this session. `factor`: it was the second factor. */
export const setProved = (ctx: Context, factor: boolean) =>
  store.setProved(ctx.db, ctx.identity.sessionId, factor, ctx.now)

/**
 * Checks the signed-in user's own password; guesses are counted as at the login.
 * @throws Refusal wrongPassword (1001), userLocked (1002)
 */
export async function passOwnPassword(ctx: Context, password: string): Promise<void> {
  const { userId } = ctx.identity
  const { passwordHash: stored } = await store.userById(ctx.db, userId)
  const mobileHash = mobileHashOf(ctx, await ownMobile(ctx))
  await passPassword(ctx, { mobileHash, password, stored, userId, signedIn: true })
}
