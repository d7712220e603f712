import { type Fen, formatMoney } from '../../money.ts'
import { Refusal } from '../../refusal.ts'
import { DAY, type Instant } from '../../time.ts'
import { dayPricer } from './calendar/day-price.ts'
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
 * `price` and its answer. A length that `price` refuses is not offered: beyond a limit, over a closed date, or with an end at
 * which nobody collects the car.
 */
export function cheaperLength(
  input: PriceInput,
  rules: PriceRules,
  quote: Quote,
  kept?: QuoteSnapshot,
): CheaperLength | null {
  const { tiers } = dayPricer(rules, input.source).card
  let best: CheaperLength | null = null
  const lengths = [...(quote.overHours > 0 ? [quote.days + 1] : []), ...tiers.map((tier) => tier.fromDays)]
  for (const fromDays of lengths.toSorted((a, b) => a - b)) {
    if (fromDays <= quote.days) continue
    const returnAt = input.pickupAt + fromDays * DAY
    const charges = chargesOf({ ...input, returnAt }, rules, kept)
    if (charges === null) continue
    const total = charges - (quote.charges - quote.total)
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

/** The charges of a rental that can be booked; the requested reductions are not checked again, because they may exceed their limit at a lower price. */
function chargesOf(input: PriceInput, rules: PriceRules, kept: QuoteSnapshot | undefined): Fen | null {
  try {
    return price({ ...input, reduces: [] }, rules, kept).charges
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
