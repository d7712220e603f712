import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../time.ts'
import { occupancyKind } from '../../inventory/occupancy-codes.ts'
import { harmedOrders } from '../harm.ts'
import { plan } from '../plan.ts'
import type { ChannelShare, Occupancy, Pool, PoolDelta, StopSale } from '../pool.ts'
import { randomFrom } from '../search/random.ts'
import { canServe, carryOut, clashes, countedAt } from '../testing/oracle.ts'
import { block, day, order, patient, poolOf } from '../testing/pool.ts'
import { smallPool, smallRequest, unitOf } from '../testing/small.ts'
import { countsAt, createCounts, smallestSpare } from './count.ts'
import { dayViews, hoursOf } from './day.ts'
import { freeCount, sellable } from './sellable.ts'

const fleet = (n: number) => Array.from({ length: n }, (_, v) => `V${v + 1}`)

describe('counts', () => {
  it('a vehicle counts once, in the first of ordered, ticketed, stopped', () => {
    const pool = poolOf(fleet(4), [
      order('A', 'V1', day(1), day(3)),
      block(occupancyKind.documentExpired, 'V1', day(1), null),
      block(occupancyKind.stop, 'V1', day(1), day(9)),
      block(occupancyKind.maintenance, 'V2', day(1), day(3)),
      block(occupancyKind.stop, 'V2', day(1), day(9)),
      block(occupancyKind.stop, 'V3', day(1), day(9)),
    ])
    expect(countsAt(pool, day(2))).toEqual({ total: 4, ordered: 1, ticketed: 1, stopped: 1, spare: 1 })
    expect(countsAt(pool, day(4))).toEqual({ total: 4, ordered: 0, ticketed: 1, stopped: 2, spare: 1 })
    expect(countsAt(pool, day(9))).toEqual({ total: 4, ordered: 0, ticketed: 1, stopped: 0, spare: 3 })
  })

  it('stop-sales for all reduce the units, those of channels only theirs; more than the total is oversold', () => {
    const pool = poolOf(fleet(2), [order('A', 'V1', day(1), day(9))], {
      stopSales: [
        { from: day(2), to: day(4), quantity: 2, channels: [] },
        { from: day(2), to: day(4), quantity: 1, channels: [3] },
      ],
    })
    expect(countsAt(pool, day(3)).spare).toBe(-1)
    expect(countsAt(pool, day(3), { source: 3 }).spare).toBe(-2)
    expect(countsAt(pool, day(4)).spare).toBe(1)
    expect(smallestSpare(pool, { from: day(1), to: day(9) })).toEqual({ spare: -1, at: day(2) })
  })

  it('a relocation counts while the vehicle belongs to the pool, and afterwards the total is smaller', () => {
    const away: Occupancy = { ...block(occupancyKind.relocation, 'V1', day(2), day(3)), leaves: true }
    const from = poolOf(fleet(2), [away, block(occupancyKind.documentExpired, 'V1', day(4), null)], {
      deltas: [{ at: day(2), change: -1 }],
    })
    expect(countsAt(from, day(2))).toEqual({ total: 1, ordered: 0, ticketed: 0, stopped: 0, spare: 1 })
    expect(countsAt(from, day(5)).spare).toBe(1)
    const lent = poolOf(fleet(2), [block(occupancyKind.relocation, 'V1', day(2), day(3))])
    expect(countsAt(lent, day(2))).toMatchObject({ total: 2, ticketed: 1, spare: 1 })
  })

  it('a vehicle that leaves and comes back is missing in between', () => {
    const pool = poolOf(
      fleet(1),
      [{ ...block(occupancyKind.relocation, 'V1', day(2), day(3)), leaves: true }, order('A', 'V1', day(6), day(7))],
      {
        deltas: [
          { at: day(2), change: -1 },
          { at: day(5), change: 1, vehicleId: 'V1', leftAt: day(4) },
        ],
      },
    )
    expect([day(1), day(4), day(5), day(6)].map((t) => countsAt(pool, t))).toMatchObject([
      { total: 1, spare: 1 },
      { total: 0, spare: 0 },
      { total: 1, spare: 1 },
      { total: 1, ordered: 1, spare: 0 },
    ])
  })

  it('rows of a vehicle that left the pool do not count, except orders that may move', () => {
    const pool = poolOf(fleet(1), [
      order('A', 'gone', day(1), day(3), { pinned: true }),
      order('B', 'gone', day(2), day(3)),
    ])
    expect(countsAt(pool, day(1)).ordered).toBe(0)
    expect(countsAt(pool, day(2)).ordered).toBe(1)
  })
})

describe('one day', () => {
  const pool = poolOf(
    fleet(8),
    [
      ...fleet(5).map((v, i) => order(`O${i}`, v, day(1), day(2, 20), { source: i < 3 ? 2 : 1 })),
      block(occupancyKind.maintenance, 'V6', day(1), day(4)),
      { ...block(occupancyKind.relocation, 'V7', day(2, 14), day(2, 18)), leaves: true },
    ],
    { deltas: [{ at: day(2, 14), change: -1 }] },
  )
  it('shows what is free all day and the counts at the moment with the smallest spare', () => {
    const open = (n: number) => ({ from: day(n, 8), to: day(n, 20) })
    expect(dayViews(pool, [open(1), open(2)], patient)).toMatchObject([
      { total: 8, ordered: 5, ticketed: 1, stopped: 0, free: 2 },
      { total: 7, spare: 1, free: 1, at: day(2, 14) },
    ])
    const hours = hoursOf(pool, open(2))
    expect(hours.map((hour) => hour.spare)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1])
  })

  it('a channel with a cap of the fleet sells up to it', () => {
    const shares: ChannelShare[] = [{ source: 2, mode: 2, value: 60, bufferUnits: 0 }]
    const sale = sellable({ ...pool, shares }, 2, { from: day(2, 8), to: day(2, 20) }, patient)
    expect(sale).toEqual({ free: 1, count: 1, closed: false })
  })
})

describe('stock of a channel', () => {
  const pool = poolOf(fleet(6), [
    order('A', 'V1', day(1), day(5), { source: 2 }),
    order('B', 'V2', day(4), day(9), { source: 2 }),
  ])
  const request = { from: day(3), to: day(6) }
  const count = (source: number, share: Partial<ChannelShare>, more: Partial<ChannelShare>[] = []) =>
    sellable(
      { ...pool, shares: [share, ...more].map((one) => ({ source, mode: 1, value: 0, bufferUnits: 0, ...one })) },
      source,
      request,
      patient,
    ).count

  it('a shared channel sells what is free, less its buffer', () => {
    expect(count(3, {})).toBe(4)
    expect(count(3, { bufferUnits: 1 })).toBe(3)
    expect(count(3, { bufferUnits: 9 })).toBe(0)
  })
  it('caps count the channel’s own orders at their peak', () => {
    expect(count(2, { mode: 3, value: 3 })).toBe(1)
    expect(count(2, { mode: 2, value: 50 })).toBe(1)
    expect(count(2, { mode: 2, value: 49 })).toBe(0)
    expect(count(3, { mode: 3, value: 3 })).toBe(3)
  })
  it('a guarantee that is unused at some moment of the rental is reserved', () => {
    // channel 2 uses one on day 3, two on day 4 and one on day 5
    expect(count(3, {}, [{ source: 2, mode: 4, value: 2 }])).toBe(4)
    expect(count(3, {}, [{ source: 2, mode: 4, value: 3 }])).toBe(3)
    expect(count(2, { mode: 4, value: 3 })).toBe(4)
  })
  it('a paused channel sells nothing new and has no guarantee; its orders may change', () => {
    expect(count(2, { paused: true })).toBe(0)
    expect(count(3, {}, [{ source: 2, mode: 4, value: 3, paused: true }])).toBe(4)
    const shares: ChannelShare[] = [{ source: 2, mode: 1, value: 0, bufferUnits: 0, paused: true }]
    expect(sellable({ ...pool, shares }, 2, { ...request, refId: 'A' }, patient).count).toBe(5)
  })
  it('a closed date of the calendar has no stock', () => {
    expect(sellable(pool, 1, request, patient, { closed: true })).toEqual({ free: 4, count: 0, closed: true })
  })
  it('a modified order does not block itself', () => {
    const full = poolOf(['V1'], [order('A', 'V1', day(1), day(5), { source: 1 })])
    expect(sellable(full, 1, { from: day(2), to: day(6), refId: 'A' }, patient).count).toBe(1)
    expect(sellable(full, 1, { from: day(2), to: day(6) }, patient).count).toBe(0)
  })
})

/** Small pools with moves between stores and stop-sales. */
const poolAt = (seed: number): Pool => {
  const random = randomFrom(seed ^ 0x2545f491)
  const pick = (n: number) => Math.floor(random() * n)
  const small = smallPool(seed, unitOf(seed))
  const at = (hour: number) => 1_772_413_200_000 + hour * HOUR
  const stopSales: StopSale[] = Array.from({ length: pick(3) }, () => {
    const from = pick(14)
    const quantity = random() < 0.2 ? ('all' as const) : 1 + pick(2)
    return { from: at(from), to: at(from + 1 + pick(8)), quantity, channels: random() < 0.3 ? [2] : [] }
  })
  const arrival = pick(14)
  const deltas: PoolDelta[] =
    random() < 0.3 ? [{ at: at(arrival), change: 1, vehicleId: 'arriving', leftAt: at(arrival - pick(6)) }] : []
  return { ...small, stopSales, deltas }
}

it('counts over time equal those of each moment', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const base = poolAt(seed)
    // rows of a vehicle that is elsewhere, of none, and of one that arrives
    const strange = (row: Occupancy, i: number): Occupancy =>
      i % 5 === 1
        ? { ...row, vehicleId: 'gone' }
        : i % 5 === 2
          ? { ...row, vehicleId: 'arriving' }
          : i % 7 === 3
            ? { ...row, vehicleId: null }
            : row
    const leaving = (row: Occupancy, i: number): Occupancy =>
      row.leaves && i % 2 ? { ...row, kind: occupancyKind.relocation } : row
    const pool = { ...base, occupancies: seed % 3 ? base.occupancies : base.occupancies.map(strange).map(leaving) }
    const span = { from: 1_772_413_200_000 + (seed % 5) * HOUR, to: 1_772_413_200_000 + 9 * HOUR }
    const counts = createCounts(pool, { source: 2 })
    const within = createCounts(pool, { source: 2, within: span })
    let least = Number.POSITIVE_INFINITY
    for (let t = span.from - 5 * HOUR; t < span.to + 9 * HOUR; t += HOUR / 2) {
      const expected = countedAt(pool, t, 2)
      expect(counts.at(t), `seed ${seed}`).toEqual(expected)
      if (t < span.from || t >= span.to) continue
      expect(within.at(t), `seed ${seed}`).toEqual(expected)
      least = Math.min(least, expected.spare)
    }
    expect(counts.worst(span), `seed ${seed}`).toEqual(within.worst(span))
    const { at, ...worst } = counts.worst(span)
    expect(worst).toEqual(countedAt(pool, at, 2))
    expect(worst.spare).toBe(least)
  }
})

describe('free vehicles of each day', () => {
  it('equal the number of bookings that are accepted one after the other', { timeout: 120_000 }, () => {
    let several = 0
    let none = 0
    for (let seed = 1; seed <= 3000; seed++) {
      const pool = poolAt(seed)
      const spans = [0, 3, 6, 9].map((hour) => ({
        from: 1_772_413_200_000 + hour * HOUR,
        to: 1_772_413_200_000 + (hour + 4) * HOUR,
      }))
      for (const [i, view] of dayViews(pool, spans, patient).entries()) {
        const span = spans[i]!
        expect(view, `seed ${seed}`).toMatchObject(createCounts(pool).worst(span))
        expect(view.free, `seed ${seed}`).toBe(Math.max(0, freeCount(pool, span, patient)))
        let grown = pool
        for (let k = 0; k < view.free; k++) {
          expect(sellable(grown, 1, span, patient).count, `seed ${seed}`).toBeGreaterThan(0)
          const answer = plan(grown, span, patient)
          if (answer.kind !== 'fits') throw new Error(`seed ${seed}: free, but no plan`)
          const moved = new Map(answer.moves.map((move) => [move.refId, move.to]))
          const occupancies = grown.occupancies.map((row) => ({
            ...row,
            vehicleId: moved.get(row.refId) ?? row.vehicleId,
          }))
          grown = { ...grown, occupancies: [...occupancies, order(`n${k}`, answer.vehicleId, span.from, span.to)] }
        }
        expect(sellable(grown, 1, span, patient).count, `seed ${seed}`).toBe(0)
        if (view.free > 1) several++
        if (view.free === 0) none++
      }
    }
    expect(Math.min(several, none)).toBeGreaterThan(500)
  })
})

describe('a one-way rental', () => {
  it('has as many free vehicles as are accepted one after the other, and breaks no existing order', () => {
    let several = 0
    let none = 0
    for (let seed = 1; seed <= 3000; seed++) {
      let pool = smallPool(seed, unitOf(seed))
      const { from, to } = smallRequest(seed, pool, unitOf(seed))
      const request = { from, to, leaves: true }
      const { count } = sellable(pool, 1, request, patient)
      for (let k = 0; k < count; k++) {
        expect(sellable(pool, 1, request, patient).count, `seed ${seed}`).toBe(count - k)
        const answer = plan(pool, request, patient)
        if (answer.kind !== 'fits') throw new Error(`seed ${seed}: free, but no plan`)
        const row = order(`n${k}`, answer.vehicleId, from, to, { leaves: true })
        const after = carryOut(pool, answer.moves, row)
        pool = { ...after, deltas: [...after.deltas, { at: to!, change: -1 }] }
        expect(clashes(pool), `seed ${seed}`).toEqual([])
      }
      expect(sellable(pool, 1, request, patient).count, `seed ${seed}`).toBe(0)
      expect(canServe(pool, request), `seed ${seed}`).toBe(false)
      if (count > 1) several++
      if (count === 0) none++
    }
    expect(Math.min(several, none)).toBeGreaterThan(300)
  })
})

describe('orders that a stop harms', () => {
  it('are as many as cars are missing, those that begin last', () => {
    const rows = [order('a', 'v1', day(1, 8), day(1, 20)), order('b', 'v2', day(1, 10), day(1, 18))]
    const stop: StopSale = { from: day(1), to: day(2), quantity: 1, channels: [] }
    const harmed = harmedOrders(poolOf(['v1', 'v2'], rows, { stopSales: [stop] }), { from: day(1), to: day(2) })
    expect(harmed.map((row) => row.refId)).toEqual(['b'])
    expect(harmedOrders(poolOf(['v1', 'v2'], rows), { from: day(1), to: day(2) })).toEqual([])
  })
})
