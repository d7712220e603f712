import { type Fen, formatMoney } from '../../money.ts'
import { DAY, epochDay, type Instant } from '../../time.ts'
import { type DayPricer, dayPricer } from './calendar/day-price.ts'
import { price } from './price.ts'
import type { PriceInput, Quote, QuoteSnapshot } from './quote.ts'
import type { PriceRules } from './rules.ts'

/** A longer rental that costs less, or the same. */
export interface CheaperLength {
  readonly days: number
  readonly returnAt: Instant
  readonly total: Fen
  /** How much less than the requested length, fen. */
  readonly saving: Fen
  /** For staff, in Chinese. */
  readonly text: string
}

/**
 * A longer rental that costs no more than the quote, because it reaches a length discount or the additional hours
 * cost as much as a day: the cheapest, of equal ones the longest; null when there is none. Takes the arguments of
 * `price` and its answer. Lengths beyond a limit or over a closed date are not offered.
 */
export function cheaperLength(
  input: PriceInput,
  rules: PriceRules,
  quote: Quote,
  kept?: QuoteSnapshot,
): CheaperLength | null {
  const pricer = dayPricer(rules, input.source)
  const longest = Math.min(
    rules.store.maxRentDays,
    pricer.rule.maxDays ?? Number.POSITIVE_INFINITY,
    rules.channel?.maxDays ?? Number.POSITIVE_INFINITY,
  )
  let best: CheaperLength | null = null
  const lengths = [...(quote.overHours > 0 ? [quote.days + 1] : []), ...pricer.card.tiers.map((tier) => tier.fromDays)]
  for (const fromDays of lengths.toSorted((a, b) => a - b)) {
    if (fromDays <= quote.days || fromDays > longest || hitsStop(pricer, input.pickupAt, fromDays)) continue
    const returnAt = input.pickupAt + fromDays * DAY
    // The requested reductions are not checked again, because they may exceed their limit at a lower price.
    const total = price({ ...input, returnAt, reduces: [] }, rules, kept).charges - (quote.charges - quote.total)
    if (total < 0 || total > (best?.total ?? quote.total)) continue
    const saving = quote.total - total
    const text =
      saving === 0
        ? `租满${fromDays}天也是${formatMoney(total)}，多用不加价`
        : `租满${fromDays}天共${formatMoney(total)}，比当前租期少${formatMoney(saving)}`
    best = { days: fromDays, returnAt, total, saving, text }
  }
  return best
}

function hitsStop(pricer: DayPricer, pickupAt: Instant, days: number): boolean {
  const first = epochDay(pickupAt)
  for (let k = 0; k < days; k++) if (pricer.at(first + k).stop) return true
  return false
}
