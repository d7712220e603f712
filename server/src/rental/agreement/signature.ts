import { createHash } from 'node:crypto'
import type { PaperSection } from '@cheyi/domain/rental/agreement/paper'

/** The place to which the sealed handwriting is bound. */
export const SIGNATURE = 'agreement.signature'

/** The digest of what was signed, how and when: it stands in the row from the signing on, before there is a file. */
export const signDigest = (signed: {
  readonly contentSha256: Buffer
  /** As the phone sends it. */
  readonly hand: readonly number[]
  readonly at: number
  readonly facts: PaperSection['rows']
}): Buffer => {
  const facts = signed.facts.map(({ label, text }) => [label, text])
  const text = JSON.stringify([signed.contentSha256.toString('hex'), signed.hand, signed.at, facts])
  return createHash('sha256').update(text).digest()
}
