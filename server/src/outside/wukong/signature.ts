import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What both sides sign: when, once, and what exactly. */
export interface Signed {
  readonly path: string
  /** Epoch ms, as text. */
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

/** Either side refuses what the other signed longer ago. */
export const SKEW_MS = 60_000

export function signatureOf(secret: string, { path, timestamp, nonce, body }: Signed): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret).update(['POST', path, timestamp, nonce, digest].join('\n')).digest('hex')
}

export function isSignedBy(secret: string, signed: Signed, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, signed))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
