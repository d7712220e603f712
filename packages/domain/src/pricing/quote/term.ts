import type { Fen } from '../../money.ts'
import type { Instant } from '../../time.ts'
import type { DayTerms } from './calendar/days.ts'
import { rentAndServices, sumOf } from './lines/lines.ts'
import type { DayPrice, PriceLine, QuoteSnapshot, RateCard, SoldService } from './quote.ts'

/*
 * What an order agreed to so far: the slots of the quote, then those of renewals and paid late returns. Slots are
 * numbered from the priced pickup through all segments. A sold segment never changes; late and early return and
 * renewal read it here.
 */

/** Slots that were sold together. */
export interface Stretch {
  readonly kind: 'quote' | 'renewal' | 'late'
  /** The first slot of this segment; `endSlot` is exclusive, so that it equals the total of charged days. */
  readonly firstSlot: number
  readonly endSlot: number
  readonly overHours: number
  /** Total cost of the additional hours after `endSlot`, fen. */
  readonly overHoursFen: Fen
  readonly returnAt: Instant
  readonly card: RateCard
  /** From `firstSlot` through `endSlot` to the spare dates; discounted for `endSlot` days. */
  readonly dayPrices: readonly DayPrice[]
  readonly services: readonly SoldService[]
  readonly lines: readonly PriceLine[]
}

/** A later segment as stored (JSON) with its renewal or late fee. */
export interface TermExtension extends Stretch {
  readonly v: 1
  readonly kind: 'renewal' | 'late'
  /** Sum of the lines. */
  readonly amount: Fen
}

/** The agreed rental, from the priced pickup to the latest agreed end. */
export interface RentalTerm extends DayTerms {
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly days: number
  readonly overHours: number
  /** At least one: the quote. */
  readonly stretches: readonly Stretch[]
  readonly last: Stretch
}

/** The term of an order from its snapshot and its extensions in the order in which they took effect. */
export function termOf(snapshot: QuoteSnapshot, extensions: readonly TermExtension[] = []): RentalTerm {
  const quote: Stretch = {
    kind: 'quote',
    firstSlot: 0,
    endSlot: snapshot.days,
    overHours: snapshot.overHours,
    overHoursFen: sumOf(snapshot.lines, ['overHours']),
    returnAt: snapshot.input.returnAt,
    card: snapshot.card,
    dayPrices: snapshot.dayPrices,
    services: snapshot.services,
    lines: snapshot.lines,
  }
  const last = extensions.at(-1) ?? quote
  return {
    pickupAt: snapshot.input.pickupAt,
    returnAt: last.returnAt,
    days: last.endSlot,
    overHours: last.overHours,
    graceMinutes: snapshot.graceMinutes,
    dayAfterMinutes: snapshot.dayAfterMinutes,
    stretches: [quote, ...extensions],
    last,
  }
}

export const extendTerm = (term: RentalTerm, extension: TermExtension): RentalTerm => ({
  ...term,
  returnAt: extension.returnAt,
  days: extension.endSlot,
  overHours: extension.overHours,
  stretches: [...term.stretches, extension],
  last: extension,
})

/** The last segment that the customer agreed to: a late fee pays for time without an agreement. */
export const agreedStretch = (term: RentalTerm): Stretch => term.stretches.findLast(({ kind }) => kind !== 'late')!

export const termLines = (term: RentalTerm): readonly PriceLine[] => term.stretches.flatMap((stretch) => stretch.lines)

/** Total of rent, additional hours and services, before handover fees and reductions. */
export const chargedRentAndServices = (term: RentalTerm): Fen => sumOf(termLines(term), rentAndServices)

/** Total of days for which a day-priced service was sold; counted towards its cap. */
export function soldDays(term: RentalTerm, code: string): number {
  let days = 0
  for (const stretch of term.stretches) {
    if (stretch.services.some((service) => service.code === code)) days += stretch.endSlot - stretch.firstSlot
  }
  return days
}

/** The day price of a slot by its segment; null after its spare dates. */
export function slotPrice(stretch: Stretch, slot: number): DayPrice | null {
  return stretch.dayPrices[slot - stretch.firstSlot] ?? null
}
