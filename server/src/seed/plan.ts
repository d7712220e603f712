import { DAY, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { demoModels } from './fleet.ts'
import { type Dice, diceOf } from './random.ts'

/** The state that an order of the demo reaches. */
export type Fate =
  | 'returned'
  | 'onRent'
  | 'overdue'
  | 'arranged'
  | 'confirmed'
  | 'confirming'
  | 'submitted'
  | 'draft'
  | 'cancelled'
  | 'cancelling'

/** The course of one order: everything that is decided at random, before any rule is checked. */
export interface Life {
  readonly seed: number
  readonly fate: Fate
  readonly pickupAt: number
  readonly days: number
  readonly extraHours: number
  /** Returned at the other store of its lane. */
  readonly oneWay: boolean
}

const quarter = (t: number): number => Math.round(t / (15 * MINUTE)) * 15 * MINUTE

/** Number of orders of each fate: 600 in all. */
const counts: Readonly<Record<Fate, number>> = {
  returned: 230,
  onRent: 32,
  overdue: 3,
  arranged: 66,
  confirmed: 120,
  confirming: 8,
  submitted: 4,
  draft: 5,
  cancelled: 126,
  cancelling: 6,
}

/** One of this number of orders of each fate is returned at another store. */
const ONE_WAY = 10

const lengths = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 7, 7, 10] as const

/** The 600 orders, dated around the loading day, in the sequence of their pickups. */
export function livesAround(now: number): Life[] {
  const dice = diceOf(20_261_120)
  const today = startOfDate(localDate(now))
  const lives = (Object.entries(counts) as [Fate, number][]).flatMap(([fate, count]) =>
    Array.from({ length: count }, (_, i): Life => {
      const days = dice.pick(lengths)
      const extraHours = dice.chance(25) ? dice.int(1, 6) : 0
      return {
        seed: dice.int(1, 1_000_000_000) + i,
        fate,
        pickupAt: pickupOf(fate, dice, { now, today, days, i }),
        days,
        extraHours,
        oneWay: i % ONE_WAY === 1,
      }
    }),
  )
  return lives.sort((a, b) => a.pickupAt - b.pickupAt)
}

function pickupOf(
  fate: Fate,
  dice: Dice,
  { now, today, days, i }: { now: number; today: number; days: number; i: number },
): number {
  const hour = dice.int(8, 19) * HOUR + dice.int(0, 3) * 15 * MINUTE
  switch (fate) {
    case 'returned':
      return today - dice.int(days + 2, 78) * DAY + hour
    case 'onRent':
      return quarter(now - dice.int(3, Math.max(4, days * 24 - 8)) * HOUR)
    case 'overdue':
      return quarter(now - days * DAY - dice.int(1, 4) * HOUR)
    case 'arranged':
      // A dozen today, the rest in the coming days.
      return i < 12 ? quarter(now + dice.int(-1, 9) * HOUR + 20 * MINUTE) : today + dice.int(1, 12) * DAY + hour
    case 'confirmed':
      return i < 6 ? quarter(now + dice.int(2, 10) * HOUR) : today + dice.int(1, 45) * DAY + hour
    case 'confirming':
      return today + dice.int(1, 6) * DAY + hour
    case 'submitted':
    case 'draft':
      return today + dice.int(2, 20) * DAY + hour
    case 'cancelled':
      return today + dice.int(-60, 25) * DAY + hour
    case 'cancelling':
      return today + dice.int(3, 15) * DAY + hour
  }
}

/**
 * Orders are played in two lanes in parallel, each with its own stores: their pools are disjoint, so no lane waits and the same day still
 * gives the same data. One-way rentals stay within a lane.
 */
export const lanes: readonly (readonly number[])[] = [
  [0, 3],
  [1, 2],
]

/** The store where a one-way rental of that store ends: cars stay in the lane. */
export const partnerOf = (store: number, lane: number): number => lanes[lane]!.find((other) => other !== store)!

/** The store and model that an order of a lane requests; larger pools are requested more often. */
export function wishOf(dice: Dice, lane: number): { store: number; model: number } {
  const stores = lanes[lane]!
  const carsIn = (model: (typeof demoModels)[number], store: number) => model.cars[store as 0 | 1 | 2 | 3]
  const total = demoModels.reduce(
    (sum, model) => sum + stores.reduce((cars, store) => cars + carsIn(model, store), 0),
    0,
  )
  let at = dice.int(0, total - 1)
  for (const [model, entry] of demoModels.entries())
    for (const store of stores) {
      at -= carsIn(entry, store)
      if (at < 0) return { store, model }
    }
  return { store: stores[0]!, model: 0 }
}
