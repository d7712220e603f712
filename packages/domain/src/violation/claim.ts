import type { Shares } from '../payment/ledger.ts'
import { addDays, DAY, formatLocal, type Instant, localDate, minuteOfDay, startOfDate } from '../time.ts'

/*
 * What a violation costs the customer (operations.md §8.3): the fine as far as the merchant paid it, the fee for seeing to it, and
 * what the agreement claims for points nobody took in time.
 */

/** What was agreed of violations with the order, fen: a fee for the merchant's work, and for each point nobody took in time. */
export interface IllegalTerms {
  readonly illegalAgencyFeeFen: number
  readonly illegalOverduePenaltyPerPointFen: number
  /** How long the customer has to see to one. */
  readonly illegalDeadlineDays: number
}

/** The lines of a claim, fen. */
export interface IllegalLines {
  /** Passed on of what the merchant paid. */
  readonly fine: number
  readonly agency: number
  readonly penalty: number
}

export const illegalTotal = ({ fine, agency, penalty }: IllegalLines): number => fine + agency + penalty

/** What may be claimed at most. */
interface Claimable {
  readonly points: number
  readonly overdue: boolean
  /** What of the fine the merchant paid and has not borne, fen; 0: the customer pays it to the office. */
  readonly paidFen: number
  readonly terms: IllegalTerms
}

/** The most that each line may be, fen; what is offered for a claim is the same. A penalty is due once the deadline has passed. */
export const mostOf = ({ points, overdue, paidFen, terms }: Claimable): IllegalLines => ({
  fine: paidFen,
  agency: terms.illegalAgencyFeeFen,
  penalty: overdue ? points * terms.illegalOverduePenaltyPerPointFen : 0,
})

/** The first line that is more than agreed; null for none. */
export const beyond = (lines: IllegalLines, most: IllegalLines): keyof IllegalLines | null =>
  (['fine', 'agency', 'penalty'] as const).find((line) => lines[line] > most[line]) ?? null

/** Until when a customer who is told now has to see to it: the end of the last of the agreed days. */
export const deadlineOf = (toldAt: Instant, days: number): Instant =>
  startOfDate(addDays(localDate(toldAt), days)) + DAY

/** A deadline in words, by a pattern of its day: the end of a day is 24:00 of that day, as people say it. */
export const deadlineText = (deadlineAt: Instant, day: 'MM月DD日' | 'MM-DD' | 'YYYY-MM-DD'): string =>
  minuteOfDay(deadlineAt) === 0
    ? `${formatLocal(deadlineAt - DAY, day)} 24:00`
    : formatLocal(deadlineAt, `${day} HH:mm`)

/**
 * What a refund takes of a claim, `before` of which was paid back already: fees first. What is waived is taken from the other end
 * ({@link waivedShares}), so that the two never meet, whichever came first.
 */
export function refundShares({ agency, penalty }: IllegalLines, before: number, fen: number): Shares {
  const fees = agency + penalty
  const ofFees = Math.min(before + fen, fees) - Math.min(before, fees)
  return { fees: ofFees, fine: fen - ofFees }
}

/** What giving up the rest of a claim takes: the fine first. */
export function waivedShares({ fine }: IllegalLines, fen: number): Shares {
  const ofFine = Math.min(fen, fine)
  return { fees: fen - ofFine, fine: ofFine }
}

/** How somebody agreed that the merchant pays for them. */
export interface IllegalConsent {
  readonly way: IllegalConsentWay
  /** Account that noted it. */
  readonly by: string
  /** Epoch ms. */
  readonly at: number
}
export const illegalConsentWays = { phone: '电话同意', written: '书面同意', page: '客户自助确认' } as const
export type IllegalConsentWay = keyof typeof illegalConsentWays

/** Whether the customer said so by their own page. */
export const isByPage = (consent: IllegalConsent | null): consent is IllegalConsent => consent?.way === 'page'
