import { applyBp, type Fen, WHOLE_BP } from '../../money.ts'
import { keyOf, type PriceChange, type PriceKey } from './change.ts'
import type { KeyState } from './record.ts'
import { longFaults, priceFault, type RuleTerms, refuseFaults, ruleLabels, textVersion } from './rule.ts'

/** Prices of a rule that a batch adjusts, in the order of the form. */
export const adjustable = ['basePrice', 'weekendPrice', 'holidayPrice'] as const
export type Adjustable = (typeof adjustable)[number]

/** The adjustment: an amount in fen or a share in bp, either sign; rounded half-up to a multiple of `roundTo`. */
export interface Adjustment {
  readonly fen?: number | undefined
  readonly bp?: number | undefined
  /** fen; 1: not rounded. */
  readonly roundTo: number
}

/** A price that a batch changes: a field of the rule, or the monthly price from this number of months. */
export interface AdjustedPrice {
  readonly part: Adjustable | number
  readonly label: string
  /** null: there was none. */
  readonly before: Fen | null
  readonly after: Fen
}

/** Adjustment of monthly prices: raised or lowered, set to one price, or set to a share of thirty days at 平日价. */
export interface MonthAdjustment extends Adjustment {
  /** Whole months; empty: those that have a price. Required when prices are set. */
  readonly months: readonly number[]
  /** fen. */
  readonly price?: number | undefined
  /** Basis points of thirty days. */
  readonly ofDaysBp?: number | undefined
}

const DAYS_OF_MONTH = 30

const roundFen = (fen: number, roundTo: number): Fen => Math.round(fen / roundTo) * roundTo

/** The adjusted price; it may exceed the limits, which `adjustDays` refuses. @internal */
export const adjustPrice = (price: Fen, { fen = 0, bp = 0, roundTo }: Adjustment): Fen =>
  roundFen(applyBp(price, WHOLE_BP + bp) + fen, roundTo)

/**
 * The named prices of a rule that change, adjusted; empty ones stay empty.
 * @throws Refusal priceOutOfRange (3201), with the name `whose` (the model)
 */
export const adjustDays = (
  terms: Pick<RuleTerms, Adjustable>,
  parts: readonly Adjustable[],
  adjustment: Adjustment,
  whose: string,
): AdjustedPrice[] =>
  adjustable
    .filter((part) => parts.includes(part))
    .flatMap((part) => {
      const before = terms[part]
      if (before === null) return []
      const after = adjustPrice(before, adjustment)
      refuseFaults(priceFault(after, part, `${whose}调整后`))
      return before === after ? [] : [{ part, label: ruleLabels[part], before, after }]
    })

/**
 * The monthly prices that change, adjusted or set, by months.
 * @throws Refusal priceOutOfRange (3201), badInput (-2) for one too high, with the name `whose` (the model)
 */
export function adjustMonths(
  { rule, long }: Pick<KeyState, 'rule' | 'long'>,
  { months, price, ofDaysBp, ...adjustment }: MonthAdjustment,
  whose: string,
): AdjustedPrice[] {
  const makes =
    price ??
    (ofDaysBp === undefined || rule === null ? undefined : monthOf(rule.basePrice, ofDaysBp, adjustment.roundTo))
  const present = long.map(({ fromMonths }) => fromMonths)
  const wanted = months.length === 0 ? present : months
  return wanted
    .toSorted((a, b) => a - b)
    .flatMap((part) => {
      const before = long.find(({ fromMonths }) => fromMonths === part)?.monthlyPrice ?? null
      const after = makes ?? (before === null ? null : adjustPrice(before, adjustment))
      if (after === null || after === before) return []
      refuseFaults(longFaults([{ fromMonths: part, monthlyPrice: after }], `${whose}调整后`))
      return [{ part, label: `满${part}个月`, before, after }]
    })
}

const monthOf = (basePrice: Fen, ofDaysBp: number, roundTo: number): Fen =>
  roundFen(applyBp(basePrice * DAYS_OF_MONTH, ofDaysBp), roundTo)

/** A (store, model, source) with the prices that a batch changes. */
export interface AdjustedPlace extends PriceKey {
  readonly prices: readonly AdjustedPrice[]
}

/** The changes of a batch: only the prices that it names, so that concurrent changes of other prices are not overwritten. */
export const adjustedChanges = (places: readonly AdjustedPlace[]): PriceChange[] =>
  places.flatMap(({ prices, ...place }): PriceChange[] => {
    const key = keyOf(place)
    const days = prices.filter(({ part }) => typeof part === 'string')
    const months = prices.flatMap(({ part, after }) =>
      typeof part === 'number' ? [{ fromMonths: part, monthlyPrice: after }] : [],
    )
    return [
      ...(days.length === 0
        ? []
        : [{ ...key, kind: 'rule' as const, set: Object.fromEntries(days.map(({ part, after }) => [part, after])) }]),
      ...(months.length === 0 ? [] : [{ ...key, kind: 'months' as const, set: months }]),
    ]
  })

/** Whether a price still has the value that the preview showed. */
export const standsAsShown = (
  { rule, long }: Pick<KeyState, 'rule' | 'long'>,
  { part, before }: AdjustedPrice,
): boolean =>
  (typeof part === 'string'
    ? (rule?.[part] ?? null)
    : (long.find(({ fromMonths }) => fromMonths === part)?.monthlyPrice ?? null)) === before

/** A version of what a preview showed: the batch is only executed when it still matches. */
export const versionOfAdjusted = (places: readonly AdjustedPlace[]): number =>
  textVersion(JSON.stringify(places.map((place) => [keyOf(place), place.prices])))
