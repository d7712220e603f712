import { yuan } from '@cheyi/domain/pricing/money'

/** A charge as it is stored: each day of rent is a row of its own. */
export interface Charge {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly unit_price_fen: number
  readonly amount_fen: number
  readonly formula: string
}

/** A line of a bill; amount in fen, negative for a reduction. */
export interface ChargeLine {
  name: string
  formula: string
  amount: number
}

/** Charges as people read them: days of the same price are one line, in the place of the first. */
export function chargeLines(charges: readonly Charge[]): ChargeLine[] {
  const groups = Map.groupBy(charges, (charge) =>
    charge.unit === 'day' ? `${charge.code} ${charge.unit_price_fen} ${charge.name}` : charge,
  )
  return [...groups.values()].map((group) => {
    const { name, formula, unit_price_fen } = group[0]!
    return {
      name,
      formula: group.length === 1 ? formula : `${yuan(unit_price_fen)} × ${group.length}天`,
      amount: group.reduce((sum, charge) => sum + charge.amount_fen, 0),
    }
  })
}
