import { expect, it } from 'vitest'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { rankVehicles } from './rank.ts'
import { block, day, order, patient, poolOf } from './testing/pool.ts'

it('lists free cars by the smallest gap, then those that can be freed by moves, then unavailable ones', () => {
  const pool = poolOf(
    ['V1', 'V2', 'V3', 'V4', 'V5', 'V6'],
    [
      order('A', 'V1', day(1), day(4, 8)),
      order('B', 'V1', day(8), day(9)),
      order('C', 'V2', day(1), day(4, 9)),
      order('D', 'V2', day(6, 2), day(8)),
      order('E', 'V3', day(5), day(7)),
      block(occupancyKind.maintenance, 'V4', day(3), day(5), 'M'),
      order('G', 'V5', day(1), day(7), { onRent: true }),
    ],
  )
  const ranked = rankVehicles(pool, { from: day(4, 10), to: day(6), refId: 'N' }, patient)
  expect(ranked.map((one) => [one.vehicleId, one.group])).toEqual([
    ['V2', 'recommended'],
    ['V1', 'recommended'],
    ['V6', 'recommended'],
    ['V3', 'usable'],
    ['V4', 'conflict'],
    ['V5', 'conflict'],
  ])
  const by = new Map(ranked.map((one) => [one.vehicleId, one]))
  expect(by.get('V2')).toMatchObject({ gapBefore: 60, gapAfter: 120, previous: { refId: 'C' }, next: { refId: 'D' } })
  expect(by.get('V6')).toMatchObject({ gapBefore: null, gapAfter: null, previous: null, next: null })
  expect(by.get('V3')).toMatchObject({ blockers: [{ refId: 'E' }], moves: [{ refId: 'E', from: 'V3' }] })
  expect(by.get('V4')?.blockers).toMatchObject([{ refId: 'M', to: day(5) }])
  expect(by.get('V5')?.blockers).toMatchObject([{ refId: 'G', to: day(7) }])
})

it('a vehicle that has arrived is free since its arrival', () => {
  const pool = poolOf(['V1'], [], { deltas: [{ at: day(3, 20), change: 1, vehicleId: 'W', leftAt: day(2) }] })
  const [first] = rankVehicles(pool, { from: day(4), to: day(6) }, patient)
  expect(first).toMatchObject({ vehicleId: 'W', group: 'recommended', gapBefore: 240, previous: null })
})

it('the order’s present vehicle is first when it is free, and a vehicle that has not arrived last', () => {
  const pool = poolOf(['V1', 'V2'], [order('A', 'V2', day(4), day(6)), order('B', 'V1', day(1), day(4))], {
    deltas: [{ at: day(5), change: 1, vehicleId: 'W', leftAt: day(2) }],
  })
  const ranked = rankVehicles(pool, { from: day(4), to: day(6), refId: 'A', prefer: 'V2' }, patient)
  expect(ranked.map((one) => [one.vehicleId, one.group])).toEqual([
    ['V2', 'recommended'],
    ['V1', 'recommended'],
    ['W', 'conflict'],
  ])
})
