import { randomBytes } from 'node:crypto'
import { asGate } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { hashToken } from '../kernel/identity.ts'
import { insertSession } from '../platform/session/store.ts'

interface SignedIn {
  readonly merchantId: string
  readonly userId: string
  /** null: nothing is chosen yet, or an operator. */
  readonly accountId: string | null
}

/** Tests move the clock by months, and their sessions last; those whose end is tested are opened by a login. */
const END = Date.parse('2100-01-01T00:00:00+08:00')

/** A session as a login would have opened it. @returns its token */
export async function openSession(kernel: Kernel, who: SignedIn): Promise<string> {
  const [token] = await openSessions(kernel, [who])
  return token!
}

/** The same for several people at once. @returns their tokens, in the same order */
export function openSessions(kernel: Kernel, people: readonly SignedIn[]): Promise<string[]> {
  const now = kernel.clock.now()
  return asGate(kernel, ({ db }) =>
    Promise.all(
      people.map(async ({ merchantId, userId, accountId }) => {
        const token = randomBytes(32).toString('base64url')
        await insertSession(db, {
          merchantId,
          userId,
          accountId,
          tokenHash: hashToken(token),
          source: 'password',
          ip: '',
          userAgent: '',
          idleExpireAt: END,
          absoluteExpireAt: END,
          operatorTicket: null,
          provedAt: now,
          factorAt: null,
        })
        return token
      }),
    ),
  )
}
