import { type Fen, yuan } from '../pricing/money.ts'

/** A charge as it is billed: each day of rent is one of its own. */
export interface Charge {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly unitPrice: Fen
  /** Negative for a reduction. */
  readonly amount: Fen
  readonly formula: string
}

/** A charge as it is read. */
export interface ChargeLine {
  readonly name: string
  readonly formula: string
  readonly amount: Fen
}

/** Charges as people read them: days of rent at the same price are one line, in the place of the first. */
export function chargeLines(charges: readonly Charge[]): ChargeLine[] {
  const lines = Map.groupBy(charges, (charge) => (isDayOfRent(charge) ? `${charge.code} ${charge.unitPrice}` : charge))
  return [...lines.values()].map((same) => {
    const { name, formula, unitPrice } = same[0]!
    return {
      name,
      formula: same.length === 1 ? formula : `${yuan(unitPrice)} × ${same.length}天`,
      amount: same.reduce((sum, charge) => sum + charge.amount, 0),
    }
  })
}

/** One slot of a rental; a service by the day is one line for all its days already. */
const isDayOfRent = ({ unit, unitPrice, amount }: Charge): boolean => unit === 'day' && unitPrice === amount
