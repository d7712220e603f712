import { type LocalDate, localDate } from '../../time.ts'
import { sumOf } from '../quote/lines/lines.ts'
import type { PriceInput, PriceLine } from '../quote/quote.ts'
import type { PriceRules } from '../quote/rules.ts'
import { tryPrice } from '../quote/try-price.ts'

/*
 * Price comparison: existing orders are priced by unsaved prices. Only the rent including additional hours is
 * compared, since services and fees do not depend on the prices of a model.
 */

/** A regular order as it was sold. */
export interface SoldOrder {
  readonly input: PriceInput
  readonly lines: readonly PriceLine[]
}

/** Sums of some orders: fen of rent. */
export interface BenchSums {
  readonly orders: number
  /** As they were sold. */
  readonly sold: number
  /** By the saved prices. */
  readonly saved: number
  /** By the draft, without orders that it could not sell. */
  readonly draft: number
  /** Orders that the draft does not sell at their length, and what they had earned. */
  readonly unsold: number
  readonly unsoldRent: number
}

export interface Bench extends BenchSums {
  /** By the day of the pickup; days without orders are left out. */
  readonly days: readonly (BenchSums & { readonly day: LocalDate })[]
  /** Orders that the saved prices cannot sell any more, so that they cannot be compared. */
  readonly left: number
}

const rentOf = (lines: readonly PriceLine[]): number => sumOf(lines, ['rent', 'overHours'])

/** The rent of an order by some rules; null when they do not sell it. */
function rentBy({ input }: SoldOrder, rules: PriceRules): number | null {
  const tried = tryPrice({ ...input, services: [], reduces: [] }, rules)
  return 'quote' in tried ? rentOf(tried.quote.lines) : null
}

const nothing: BenchSums = { orders: 0, sold: 0, saved: 0, draft: 0, unsold: 0, unsoldRent: 0 }
const addSums = (a: BenchSums, b: BenchSums): BenchSums => ({
  orders: a.orders + b.orders,
  sold: a.sold + b.sold,
  saved: a.saved + b.saved,
  draft: a.draft + b.draft,
  unsold: a.unsold + b.unsold,
  unsoldRent: a.unsoldRent + b.unsoldRent,
})

/** Prices orders by the saved prices and by a draft, each by the rules of its own source. */
export function benchOf(
  orders: readonly SoldOrder[],
  rulesOf: (source: number) => { readonly saved: PriceRules; readonly draft: PriceRules },
): Bench {
  const days = new Map<LocalDate, BenchSums>()
  let left = 0
  for (const order of orders) {
    const rules = rulesOf(order.input.source)
    const saved = rentBy(order, rules.saved)
    if (saved === null) {
      left++
      continue
    }
    const draft = rentBy(order, rules.draft)
    const sold = rentOf(order.lines)
    const one: BenchSums = {
      orders: 1,
      sold,
      saved,
      draft: draft ?? 0,
      unsold: draft === null ? 1 : 0,
      unsoldRent: draft === null ? sold : 0,
    }
    const day = localDate(order.input.pickupAt)
    days.set(day, addSums(days.get(day) ?? nothing, one))
  }
  return {
    ...[...days.values()].reduce(addSums, nothing),
    left,
    days: [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([day, sums]) => ({ day, ...sums })),
  }
}
