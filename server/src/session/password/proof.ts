import { Refusal } from '@cheyi/domain/refusal'
import { PROOF_LIFE, type ProofWay } from '@cheyi/domain/session/second-factor/rules'
import type { Context, Db } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { ownMobile } from '../limit/codes.ts'
import { passPassword } from '../limit/lock.ts'
import * as store from '../store.ts'

/**
 * Whether who holds the session proved themselves within ten minutes, at the sign-in or since: by the second factor where
 * they have one, otherwise by a password or a code.
 */
export async function isFresh(ctx: Context): Promise<boolean> {
  const { provedAt, factorAt } = await store.provedIn(ctx.db, ctx.identity.sessionId)
  const shownAt = ctx.identity.secondFactor.on ? factorAt : provedAt
  return shownAt !== null && ctx.now - shownAt < PROOF_LIFE
}

/**
 * What a stolen session alone must not do (ASVS 7.5): ending sessions, binding WeChat, the second factor itself.
 * @throws Refusal proofNeeded (1007) with the ways to prove
 */
export async function requireProof(ctx: Context): Promise<void> {
  if (await isFresh(ctx)) return
  throw new Refusal('proofNeeded', { ways: await waysToProve(ctx.db, ctx.identity.userId) })
}

/** How somebody can show that it is still they: by the second factor alone where they have one. */
export async function waysToProve(db: Db, userId: string): Promise<ProofWay[]> {
  const { password, factor } = await store.proofsOf(db, userId)
  return factor ? ['totp'] : password ? ['password', 'code'] : ['code']
}

/** From now on calls that ask for a proof go through for a while. `factor`: it was shown by the second one. */
export const setProved = (ctx: Context, factor: boolean) =>
  store.setProved(ctx.db, ctx.identity.sessionId, factor, ctx.now)

/**
 * The signed-in user's own password, guesses at it counted as at the login.
 * @throws Refusal wrongPassword (1001), userLocked (1002)
 */
export async function passOwnPassword(ctx: Context, password: string): Promise<void> {
  const { userId } = ctx.identity
  const { passwordHash: stored } = await store.userById(ctx.db, userId)
  const mobileHash = mobileHashOf(ctx, await ownMobile(ctx))
  await passPassword(ctx, { mobileHash, password, stored, userId, signedIn: true })
}
