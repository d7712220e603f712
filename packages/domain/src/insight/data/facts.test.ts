import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, MINUTE, startOfDate } from '../../time.ts'
import { carPieces } from './car-time.ts'
import { carParts, orderParts, wholeDay } from './contributions.ts'
import { packOrder, packPieces, unpackOrder, unpackPieces } from './facts.ts'
import type { CancelledBy, OrderFacts } from './order-share.ts'

const day = wholeDay('2026-11-10')
const hour = (n: number) => day.from + n * 60 * MINUTE
/** Around the day, to the millisecond. */
const whenever = fc.integer({ min: startOfDate('2026-11-07'), max: startOfDate('2026-11-14') })
const fen = fc.nat(90_000)
const stretch = fc.record({ from: whenever, length: fc.integer({ min: 1, max: 4000 }) })
const whose = { storeId: 'A', modelId: 'M', source: 1, kind: 2 } as const

const order = fc
  .record({
    createdAt: whenever,
    pickupAt: whenever,
    sold: fc.array(
      fc.record({ minutes: fc.integer({ min: 1, max: 4000 }), rentFen: fen, serviceFen: fen, renewal: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fate: fc.constantFrom('waits', 'out', 'back', 'cancelled'),
    out: whenever,
    back: whenever,
    cancelledBy: fc.constantFrom<CancelledBy | null>('customer', 'system', null),
    posted: fc.record({ rentFen: fen, serviceFen: fen }),
    openFrom: fc.constantFrom('2000-01-01', '2026-11-10', '2026-11-11'),
    income: fc.array(
      fc.record({
        day: fc.nat(6).map((n) => addDays('2026-11-07', n)),
        overTime: fc.boolean(),
        ...{ rentFen: fen, serviceFen: fen, renewalFen: fen, lateFen: fen, otherFen: fen },
      }),
      { maxLength: 4 },
    ),
    renewed: fc.boolean(),
    damagedAt: fc.array(whenever, { maxLength: 2 }),
    violatedAt: fc.array(whenever, { maxLength: 2 }),
    cars: fc.constant([]),
  })
  .map(({ fate, out, back, sold, ...rest }): OrderFacts => {
    const isOut = fate === 'out' || fate === 'back'
    // Renewals follow the order without a gap.
    let to = rest.pickupAt
    return {
      orderId: '7',
      ...whose,
      ...rest,
      sold: sold.map(({ minutes, ...amounts }) => {
        const from = to
        to += minutes * MINUTE
        return { period: { from, to }, ...amounts }
      }),
      actualPickupAt: isOut ? Math.min(out, back) : null,
      actualReturnAt: fate === 'back' ? Math.max(out, back) : null,
      cancelledAt: fate === 'cancelled' ? back : null,
    }
  })

describe('what is kept of a day', () => {
  it('adds what the order adds, until any minute of it', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 1440 }), (one, minutes) => {
        const cut = { ...day, until: day.from + minutes * MINUTE }
        const kept = unpackOrder('7', packOrder(one, day), day)
        // An order that adds nothing to the day adds nothing to a part of it: nothing is kept of it.
        expect(orderParts(one, [day]).length === 0 ? [] : orderParts(kept, [cut])).toEqual(orderParts(one, [cut]))
      }),
      { numRuns: 2000 },
    )
  })

  it('adds what the car did, until any minute of it', () => {
    const stretches = fc.array(stretch, { maxLength: 4 })
    fc.assert(
      fc.property(stretches, stretches, fc.integer({ min: 1, max: 1440 }), (rented, downs, minutes) => {
        const cut = { ...day, until: day.from + minutes * MINUTE }
        const of = ({ from, length }: (typeof rented)[number]) => ({
          vehicleId: 'V',
          from,
          to: from + length * MINUTE,
        })
        const pieces = carPieces(
          {
            service: [
              { vehicleId: 'V', storeId: 'A', modelId: 'M', from: hour(-90), to: hour(9), usesFrom: hour(2) },
              { vehicleId: 'V', storeId: 'B', modelId: 'M', from: hour(9), to: null, usesFrom: hour(2) },
            ],
            held: rented.map((one, n) => ({ ...of(one), orderId: `O${n}`, source: 1, kind: 2, km: n * 10 })),
            down: downs.map(of),
            used: [...rented, ...downs].map(of),
          },
          day.until,
        )
        const text = packPieces(pieces, day)
        expect(text === null ? [] : carParts(unpackPieces(text, day), [cut])).toEqual(carParts(pieces, [cut]))
      }),
    )
  })

  it('has what a car drove that came back at midnight on the day that ended then', () => {
    const pieces = carPieces(
      {
        service: [{ vehicleId: 'V', storeId: 'A', modelId: 'M', from: hour(-90), to: null, usesFrom: null }],
        held: [{ vehicleId: 'V', orderId: 'O', source: 1, kind: 2, from: hour(2), to: hour(24), km: 80 }],
        down: [],
        used: [],
      },
      hour(48),
    )
    const next = wholeDay('2026-11-11')
    const driven = carParts(pieces, [day, next]).filter(({ sums }) => sums.km !== undefined)
    expect(driven.map((part) => [part.day, part.sums.km])).toEqual([[day.day, 80]])
    expect(carParts(unpackPieces(packPieces(pieces, day)!, day), [day])).toEqual(carParts(pieces, [day]))
  })
})
