import { type CarType, carType } from '../../fleet/inventory/codes.ts'

interface Proposed {
  /** Fen. */
  readonly rental: number
  readonly violation: number
}

const usual: Proposed = { rental: 500_000, violation: 200_000 }
const others: Partial<Readonly<Record<CarType, Proposed>>> = {
  [carType.economy]: { rental: 300_000, violation: 200_000 },
  [carType.luxury]: { rental: 1_000_000, violation: 300_000 },
  [carType.sports]: { rental: 3_000_000, violation: 500_000 },
  [carType.camper]: { rental: 1_000_000, violation: 300_000 },
}

/** Usual deposits of shops by car type: the defaults of a merchant that has set none. */
export const proposedDeposits = (type: CarType): Proposed => others[type] ?? usual
