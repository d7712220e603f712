import { randomBytes } from 'node:crypto'
import { DAY } from '@cheyi/domain/time'
import { type Context, newId } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { insertSession } from './store.ts'
import { MOBILE, type Visit } from './visit.ts'

/** A customer stays signed in on their device for so long. */
const SESSION_LIFE = 30 * DAY

/**
 * Signs a customer in, always under a new secret.
 * @param provedAt when the code of the mobile was typed, epoch ms; null: now
 */
export async function openSession(ctx: Context, visit: Visit, mobile: string, provedAt: number | null): Promise<void> {
  const id = await newId(ctx)
  const token = randomBytes(32).toString('base64url')
  const expireAt = ctx.now + SESSION_LIFE
  const mobileEnc = ctx.vault.seal(MOBILE, id, mobile)
  await insertSession(ctx, { id, tokenHash: hashToken(token), mobileEnc, expireAt, provedAt })
  visit.keep(token, expireAt)
}
