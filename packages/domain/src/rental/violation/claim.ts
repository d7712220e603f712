import type { ViolationTerms } from '../../pricing/terms/return-terms.ts'
import { addDays, DAY, type Instant, localDate, startOfDate } from '../../time.ts'

/*
 * What a violation costs the customer: the fine as far as the merchant paid it, the agency fee, and the agreed
 * penalty for points that were not taken in time.
 */

/** The lines of a claim, fen. */
export interface ViolationLines {
  /** Part of the merchant's payment that is passed on. */
  readonly fine: number
  readonly agency: number
  readonly penalty: number
}

export const violationTotal = ({ fine, agency, penalty }: ViolationLines): number => fine + agency + penalty

/** What the highest claim depends on. */
interface Claimable {
  readonly points: number
  readonly overdue: boolean
  /** Part of the fine that the merchant paid and does not bear, fen; 0: the customer pays it to the authority. */
  readonly paidFen: number
  readonly terms: ViolationTerms
}

/** The highest amount of each line, fen, which is also the proposal. A penalty is due once the deadline has passed. */
export const maxClaimLines = ({ points, overdue, paidFen, terms }: Claimable): ViolationLines => ({
  fine: paidFen,
  agency: terms.violationAgencyFeeFen,
  penalty: overdue ? points * terms.violationOverduePenaltyPerPointFen : 0,
})

/** The first line that is more than agreed; null for none. */
export const beyond = (lines: ViolationLines, most: ViolationLines): keyof ViolationLines | null =>
  (['fine', 'agency', 'penalty'] as const).find((line) => lines[line] > most[line]) ?? null

/** Deadline of a customer who is notified now: the end of the last of the agreed days. */
export const deadlineOf = (toldAt: Instant, days: number): Instant =>
  startOfDate(addDays(localDate(toldAt), days)) + DAY

/** How the customer agreed that the merchant pays for them. */
export interface ViolationConsent {
  readonly way: ViolationConsentWay
  /** Account that recorded it. */
  readonly by: string
  /** Epoch ms. */
  readonly at: number
}
export const violationConsentWays = { phone: '电话同意', written: '书面同意', page: '客户自助确认' } as const
export type ViolationConsentWay = keyof typeof violationConsentWays

/** Whether the customer agreed on their own page. */
export const isByPage = (consent: ViolationConsent | null): consent is ViolationConsent => consent?.way === 'page'
