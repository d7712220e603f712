import { applyBp, type Fen, WHOLE_BP } from '../quote/money.ts'
import { priceFault, type RuleTerms } from './rule.ts'

/** Prices of a rule that a batch adjusts, in the order of the form. */
export const adjustable = ['basePrice', 'weekendPrice', 'holidayPrice'] as const
export type Adjustable = (typeof adjustable)[number]

/** By how much: an amount of fen or a share in basis points, either sign; rounded half-up to a multiple of `roundTo`. */
export interface Adjustment {
  readonly fen?: number
  readonly bp?: number
  /** fen; 1: not rounded. */
  readonly roundTo: number
}

/** A price after the adjustment; it may leave the bounds, which `adjustRule` names. */
export function adjustPrice(price: Fen, { fen = 0, bp = 0, roundTo }: Adjustment): Fen {
  const raised = applyBp(price, WHOLE_BP + bp) + fen
  return Math.round(raised / roundTo) * roundTo
}

/**
 * A rule with the named prices adjusted; empty ones stay empty.
 * @throws Refusal priceOutOfRange (3201), named by `whose` (the model)
 */
export function adjustRule(
  terms: RuleTerms,
  parts: readonly Adjustable[],
  adjustment: Adjustment,
  whose: string,
): RuleTerms {
  const adjusted = Object.fromEntries(
    parts.flatMap((part) => {
      const price = terms[part]
      if (price === null) return []
      const next = adjustPrice(price, adjustment)
      const [fault] = priceFault(next, part, `${whose}调整后`)
      if (fault !== undefined) throw fault
      return [[part, next]]
    }),
  )
  return { ...terms, ...adjusted }
}
