import { type Instant, MINUTE } from '../../time.ts'
import { agreementStatus } from './codes.ts'

/* The file of a document is printed after the document was made or signed. */

export const agreementFiles = ['none', 'printing', 'ready', 'failed'] as const
/** `none`: it has none, because it is photographed, not made yet, or nobody signs it any more. `failed`: printing was given up. */
export type AgreementFile = (typeof agreementFiles)[number]

export function fileState(paper: {
  readonly status: number
  readonly signedAt: Instant | null
  /** It has content to print. */
  readonly isMade: boolean
  readonly hasFile: boolean
  readonly printAt: Instant | null
}): AgreementFile {
  if (paper.hasFile) return 'ready'
  if (!paper.isMade || (paper.signedAt === null && paper.status !== agreementStatus.waiting)) return 'none'
  return paper.printAt === null ? 'failed' : 'printing'
}

const FIRST_PAUSE = MINUTE / 6
const LONGEST_PAUSE = 10 * MINUTE
/** After about half an hour a person decides. */
const MOST_ATTEMPTS = 9

/** When a document is printed again after so many failures; null: not any more. */
export const nextPrint = (attempts: number, now: Instant): Instant | null =>
  attempts >= MOST_ATTEMPTS ? null : now + Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)
