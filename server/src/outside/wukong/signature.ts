import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The signed parts of a message: path, time, nonce and body. */
export interface Signed {
  readonly path: string
  /** Epoch ms, as text. */
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

/** Both sides refuse older signatures. */
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
