import { randomBytes } from 'node:crypto'
import { asGate } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { hashToken, lifetimeOf } from '../kernel/identity.ts'
import { insertSession } from '../session/store.ts'

/** A session as a login would have opened it. @returns its token */
export async function openSession(
  kernel: Kernel,
  who: { merchantId: string; userId: string; accountId: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = kernel.clock.now()
  await asGate(kernel, ({ db }) =>
    insertSession(db, {
      ...who,
      tokenHash: hashToken(token),
      source: 'password',
      ip: '',
      userAgent: '',
      idleExpireAt: now + lifetimeOf('password').idle,
      absoluteExpireAt: now + lifetimeOf('password').absolute,
      operatorTicket: null,
      provedAt: now,
    }),
  )
  return token
}
