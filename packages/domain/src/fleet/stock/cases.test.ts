import { describe, expect, it } from 'vitest'
import { orderStatus, pickupType } from '../../booking/order/codes.ts'
import { HOUR, MINUTE } from '../../time.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { postponedRange } from './block.ts'
import { copies } from './count/copies.ts'
import { countsAt } from './count/count.ts'
import { occupyPeriod, poolMoves } from './count/period.ts'
import { freeCount, sellable } from './count/sellable.ts'
import { rollOverdue } from './overdue.ts'
import { latestEnd, plan } from './plan.ts'
import type { ChannelShare, Plan, StopSale } from './pool.ts'
import { rankVehicles } from './rank.ts'
import { repack } from './repack.ts'
import { carryOut } from './testing/oracle.ts'
import { block, day, order, patient, poolOf } from './testing/pool.ts'

/*
 * Scenarios with two vehicles and a turnaround of an hour. Concurrent bookings, pickups and retries are the
 * database's responsibility and tested there; these tests check the answers.
 */

const PAIR = ['V1', 'V2']
const settings = { prepMinutes: 60, turnaroundMinutes: 60, oneWayChangesHome: true }
const stay = (pickupAt: number, returnAt: number, oneWay = false) =>
  occupyPeriod({ status: orderStatus.confirmed, pickupAt, returnAt, pickupType: pickupType.store, oneWay }, settings)!

const vehicleOf = (answer: Plan): string | null => (answer.kind === 'fits' ? answer.vehicleId : null)
const movesOf = (answer: Plan): string[] =>
  answer.kind === 'fits' ? answer.moves.map((move) => `${move.refId}:${move.from}>${move.to}`) : [answer.kind]

describe('two vehicles', () => {
  it('1: the turnaround ends exactly at the next pickup', () => {
    const pool = poolOf(['V1'], [order('A', 'V1', ...ends(stay(day(1, 10), day(3, 10))))])
    expect(vehicleOf(plan(pool, { ...stay(day(3, 11), day(4, 10)), vehicleId: 'V1' }, patient))).toBe('V1')
    expect(plan(pool, stay(day(3, 10, 59), day(4, 10)), patient).kind).toBe('no')
    const pair = poolOf(PAIR, pool.occupancies)
    expect(vehicleOf(plan(pair, stay(day(3, 10, 59), day(4, 10)), patient))).toBe('V2')
    // the smaller gap, so that V2 stays available for a long rental
    expect(vehicleOf(plan(pair, stay(day(3, 11), day(4, 10)), patient))).toBe('V1')
  })

  const fragments = (pinA: boolean, pinB: boolean) =>
    poolOf(PAIR, [
      order('A', 'V1', day(1), day(3), { pinned: pinA }),
      order('C', 'V1', day(6), day(8)),
      order('B', 'V2', day(4), day(5), { pinned: pinB }),
    ])
  const wide = { from: day(2), to: day(6) }

  it('2: one move frees a vehicle', () => {
    const answer = plan(fragments(false, false), wide, patient)
    expect(answer.kind).toBe('fits')
    expect(movesOf(answer)).toHaveLength(1)
    expect(movesOf(answer)[0]).toMatch(/^(A:V1>V2|B:V2>V1)$/)
  })

  it('3: there is no vehicle between two pinned orders, and unpinning either would free one', () => {
    const answer = plan(fragments(true, true), wide, patient)
    expect(answer).toMatchObject({ kind: 'no', reason: { kind: 'split' } })
    expect(answer.kind === 'no' && answer.unlock.map((unlock) => [unlock.refId, unlock.by])).toEqual([
      ['A', 'pin'],
      ['B', 'pin'],
    ])
    expect(movesOf(plan(fragments(true, false), wide, patient))).toEqual(['B:V2>V1'])
    expect(movesOf(plan(fragments(false, true), wide, patient))).toEqual(['A:V1>V2'])
  })

  it('4: one vehicle free at each moment does not mean that one is free throughout', () => {
    const pool = poolOf(PAIR, [
      block(occupancyKind.maintenance, 'V1', day(3), day(4)),
      block(occupancyKind.inspection, 'V2', day(5), day(6)),
    ])
    const request = { from: day(2), to: day(7) }
    expect(copies(pool, request, 2, patient).count).toBe(0)
    expect(freeCount(pool, request, patient)).toBe(0)
    expect(plan(pool, request, patient)).toMatchObject({ kind: 'no', reason: { kind: 'split' }, unlock: [] })
    expect(freeCount(pool, { from: day(3), to: day(5) }, patient)).toBe(1)
  })

  it('5: the second booking of the last vehicle is refused', () => {
    const pool = poolOf(PAIR, [order('A', 'V1', day(1), day(9))])
    const first = plan(pool, { ...wide, refId: 'N' }, patient)
    expect(vehicleOf(first)).toBe('V2')
    const after = carryOut(pool, [], order('N', 'V2', wide.from, wide.to))
    expect(plan(after, { ...wide, refId: 'M' }, patient)).toMatchObject({
      kind: 'no',
      reason: { kind: 'peak', at: day(2) },
    })
  })

  it('6: a vehicle that is out with a customer is not given to another, whatever their order', () => {
    const out = order('A', 'V1', day(1), day(3), { onRent: true })
    const answer = plan(poolOf(PAIR, [out]), { from: day(2), to: day(4), vehicleId: 'V1', forces: true }, patient)
    expect(answer).toMatchObject({ kind: 'no', reason: { kind: 'taken', blockers: [out] } })
  })

  it('7: an overdue car moves the next order away, and stops before a pinned one', () => {
    const late = { ...order('A', 'V1', day(1, 10), day(3, 11), { onRent: true }), to: day(3, 11) }
    // inside the lock window at 10:45, so that nothing weaker moves it
    const next = order('O2', 'V1', day(3, 12), day(5), { movable: false })
    const until = (hour: number, minute: number) => day(3, hour, minute) + 90 * MINUTE
    const pool = poolOf(PAIR, [late, next])
    expect(rollOverdue(pool, late, until(10, 0), patient)).toEqual({ to: day(3, 11, 30), moves: [], hit: [] })
    expect(rollOverdue(pool, late, until(10, 30), patient)).toEqual({ to: day(3, 12), moves: [], hit: [] })
    const pushed = rollOverdue(pool, late, until(10, 45), patient)
    expect(pushed.to).toBe(day(3, 12, 15))
    expect(pushed.moves).toEqual([{ refId: 'O2', kind: occupancyKind.order, from: 'V1', to: 'V2' }])
    const pinned = { ...next, pinned: true }
    expect(rollOverdue(poolOf(PAIR, [late, pinned]), late, until(10, 45), patient)).toEqual({
      to: day(3, 12),
      moves: [],
      hit: [pinned],
    })
  })

  it('8: a one-way car is unavailable here from its pickup, and available at the other store once it has left', () => {
    const rental = { pickupAt: day(1), returnAt: day(3), pickupType: pickupType.store, oneWay: true }
    const booked = { ...rental, status: orderStatus.confirmed }
    const period = occupyPeriod(booked, settings)!
    expect(period).toEqual({ from: day(1), to: day(3, 1), leaves: true })
    expect(poolMoves(booked, settings)).toEqual({ out: day(3, 1), in: null })
    expect(poolMoves({ ...booked, status: orderStatus.pickedUp }, settings)).toEqual({ out: day(3, 1), in: day(3, 1) })

    const here = poolOf(PAIR, [order('A', 'V1', period.from, period.to, { leaves: true })], {
      deltas: [{ at: day(3, 1), change: -1 }],
    })
    expect(countsAt(here, day(2))).toEqual({ total: 2, ordered: 1, ticketed: 0, stopped: 0, spare: 1 })
    expect(countsAt(here, day(4))).toEqual({ total: 1, ordered: 0, ticketed: 0, stopped: 0, spare: 1 })
    expect(freeCount(here, { from: day(5), to: day(6) }, patient)).toBe(1)

    const there = poolOf(['W1'], [], { deltas: [{ at: day(3, 1), change: 1, vehicleId: 'V1', leftAt: day(1) }] })
    expect(freeCount(there, { from: day(3), to: day(4) }, patient)).toBe(1)
    expect(freeCount(there, { from: day(3, 1), to: day(4) }, patient)).toBe(2)
    expect(vehicleOf(plan(there, { from: day(4), to: day(5), vehicleId: 'V1' }, patient))).toBe('V1')
    expect(plan(there, { from: day(3), to: day(5), vehicleId: 'V1' }, patient).kind).toBe('no')
  })

  it('8b: a car with documents that expire later is sold one-way before that, and not sold here afterwards', () => {
    const papers = PAIR.map((id) => block(occupancyKind.documentExpired, id, day(40), null))
    const request = stay(day(1), day(3), true)
    const pool = poolOf(PAIR, papers)
    expect(sellable(pool, 1, request, patient)).toEqual({ free: 2, count: 2, closed: false })
    expect(plan(pool, { ...request, vehicleId: 'V1' }, patient).kind).toBe('fits')
    expect(rankVehicles(pool, request, patient)[0]).toMatchObject({ group: 'recommended', blockers: [], next: null })
    // a pickup after the documents expire is refused
    expect(plan(pool, stay(day(39), day(41), true), patient).kind).toBe('no')
    // a later booking or ticket of a car keeps it here
    const later = order('B', 'V1', day(10), day(12), { pinned: true })
    const ticket = block(occupancyKind.maintenance, 'V2', day(20), day(21))
    expect(sellable(poolOf(PAIR, [...papers, later]), 1, request, patient).count).toBe(1)
    expect(plan(poolOf(PAIR, [...papers, later, ticket]), request, patient).kind).toBe('no')
    const gone = poolOf(PAIR, [...papers, order('A', 'V1', request.from, request.to, { leaves: true, onRent: true })], {
      deltas: [{ at: request.to, change: -1 }],
    })
    expect(countsAt(gone, day(5))).toEqual({ total: 1, ordered: 0, ticketed: 0, stopped: 0, spare: 1 })
    expect(countsAt(gone, day(41))).toEqual({ total: 1, ordered: 0, ticketed: 1, stopped: 0, spare: 0 })
    expect(sellable(gone, 1, stay(day(5), day(6)), patient).count).toBe(1)
    expect(plan(gone, { ...stay(day(5), day(6)), vehicleId: 'V1' }, patient).kind).toBe('no')
  })

  it('9: a stop-sale stops new sales of its channel and does not change existing orders', () => {
    const stop: StopSale = { from: day(4), to: day(5), quantity: 'all', channels: [2] }
    const pool = poolOf(PAIR, [order('A', 'V1', day(3), day(6), { source: 2 })], { stopSales: [stop] })
    const request = { from: day(3), to: day(6) }
    expect(sellable(pool, 2, request, patient)).toEqual({ free: 1, count: 0, closed: true })
    expect(sellable(pool, 1, request, patient)).toEqual({ free: 1, count: 1, closed: false })
    expect(plan(pool, request, patient).kind).toBe('fits')
  })

  it('10: a renewal moves the unpinned order after it, and ends where a pinned one begins', () => {
    const rented = order('X', 'V1', day(1), day(3, 1), { onRent: true })
    const renewal = { refId: 'X', vehicleId: 'V1', from: day(1), to: day(5, 1) }
    const soft = poolOf(PAIR, [rented, order('Y', 'V1', day(4), day(5))])
    expect(movesOf(plan(soft, renewal, patient))).toEqual(['Y:V1>V2'])
    const pinned = poolOf(PAIR, [rented, order('Y', 'V1', day(4), day(5), { pinned: true })])
    expect(plan(pinned, renewal, patient)).toMatchObject({ kind: 'no', reason: { kind: 'taken' } })
    expect(latestEnd(pinned, renewal, patient)).toBe(day(4))
  })

  it('11: an early return makes the rest available at once', () => {
    const rental = {
      status: orderStatus.pickedUp,
      pickupAt: day(1),
      returnAt: day(4),
      pickupType: pickupType.store,
      oneWay: false,
      actualPickupAt: day(1),
    }
    const rented = occupyPeriod(rental, settings)!
    const returned = occupyPeriod({ ...rental, status: orderStatus.returned, actualReturnAt: day(2) }, settings)!
    expect([rented.to, returned.to]).toEqual([day(4, 1), day(2, 1)])
    const freed = { from: day(2, 1), to: day(4) }
    const pool = (to: number) => poolOf(['V1'], [order('A', 'V1', day(1), to, { onRent: true })])
    expect(freeCount(pool(rented.to), freed, patient)).toBe(0)
    expect(freeCount(pool(returned.to), freed, patient)).toBe(1)
  })

  it('12: an order that is requested again gets its own vehicle, not a second one', () => {
    const pool = poolOf(['V1'], [order('A', 'V1', day(1), day(3))])
    const again = { from: day(1), to: day(3), refId: 'A', prefer: 'V1' }
    expect(plan(pool, again, patient)).toEqual({ kind: 'fits', vehicleId: 'V1', moves: [] })
    expect(plan(pool, { ...again, refId: 'B' }, patient).kind).toBe('no')
  })

  it('13: vehicles guaranteed to one channel are not sold to another, unless staff override', () => {
    const fleet = Array.from({ length: 8 }, (_, v) => `V${v + 1}`)
    const pool = poolOf(
      fleet,
      fleet.slice(0, 6).map((v, i) => order(`O${i}`, v, day(1), day(9), { source: i === 0 ? 2 : 1 })),
    )
    const request = { from: day(3), to: day(6) }
    const shares: ChannelShare[] = [
      { source: 2, mode: 4, value: 2, bufferUnits: 0 },
      { source: 6, mode: 1, value: 0, bufferUnits: 0 },
    ]
    const count = (source: number, override = false) =>
      sellable({ ...pool, shares }, source, request, patient, { override }).count
    expect(count(2)).toBe(2)
    expect(count(6)).toBe(1)
    expect(count(1)).toBe(1)
    expect(count(1, true)).toBe(2)
    expect(count(6, true)).toBe(1)
    expect(freeCount(pool, request, patient)).toBe(2)
  })
})

describe('orders without any possible vehicle', () => {
  it('stay under a stop and do not block the pool for others', () => {
    const pool = poolOf(PAIR, [
      order('A', 'V1', day(1), day(3)),
      order('B', 'V2', day(1), day(3)),
      block(occupancyKind.stop, 'V1', day(2), day(9)),
    ])
    expect(plan(pool, { from: day(4), to: day(5) }, patient)).toEqual({ kind: 'fits', vehicleId: 'V2', moves: [] })
    expect(freeCount(pool, { from: day(4), to: day(5) }, patient)).toBe(1)
    expect(freeCount(pool, { from: day(2), to: day(3) }, patient)).toBe(0)
  })

  it('leave a stopped vehicle as soon as another is free', () => {
    const pool = poolOf(PAIR, [order('A', 'V1', day(1), day(3)), block(occupancyKind.stop, 'V1', day(2), day(9))])
    expect(plan(pool, { from: day(2), to: day(4) }, patient).kind).toBe('no')
    expect(movesOf(plan(pool, { from: day(4), to: day(5) }, patient))).toEqual(['A:V1>V2'])
  })

  it('wait without a vehicle, and are still counted', () => {
    const pool = poolOf(['V1'], [order('A', 'V1', day(1), day(3)), order('B', null, day(2), day(4))])
    expect(countsAt(pool, day(2))).toMatchObject({ ordered: 2, spare: -1 })
    expect(plan(pool, { from: day(5), to: day(6) }, patient).kind).toBe('fits')
    expect(freeCount(pool, { from: day(3), to: day(4) }, patient)).toBe(0)
  })
})

it('a booking whose assignment is still being solved is counted', () => {
  const hold = order('H', null, day(1), day(3), { kind: occupancyKind.placing, movable: false })
  expect(plan(poolOf(['V1'], [hold]), { from: day(2), to: day(4) }, patient).kind).toBe('no')
  const pair = plan(poolOf(PAIR, [hold]), { from: day(2), to: day(4) }, patient)
  expect(pair.kind).toBe('fits')
  expect(plan(poolOf(['V1'], [hold]), { from: day(1), to: day(3), refId: 'H' }, patient)).toEqual({
    kind: 'fits',
    vehicleId: 'V1',
    moves: [],
  })
})

it('an overdue car is extended as far as the orders after it can be moved', () => {
  const late = { ...order('A', 'V1', day(1), day(2), { onRent: true }), to: day(2) }
  const soft = order('S', 'V1', day(2), day(3))
  const pinned = order('P', 'V1', day(4), day(5), { pinned: true })
  const rolled = rollOverdue(poolOf(PAIR, [late, soft, pinned]), late, day(4, 12), patient)
  expect(rolled).toMatchObject({ to: day(4), hit: [pinned] })
  expect(rolled.moves.map((move) => move.refId)).toEqual(['S'])
  const gone = { ...late, leaves: true }
  expect(rollOverdue(poolOf(PAIR, [gone]), gone, day(4), patient)).toEqual({ to: day(4), moves: [], hit: [] })
})

it('a block is postponed after orders that cannot be moved, and displaces those that can', () => {
  const row = { ...block(occupancyKind.maintenance, 'V1', day(3), day(4), 'T'), to: day(4) }
  const late = order('A', 'V1', day(1), day(3, 6), { onRent: true })
  const soft = order('S', 'V1', day(5), day(6))
  const pinned = order('P', 'V1', day(4), day(4, 18), { pinned: true })
  expect(postponedRange(poolOf(PAIR, [late, soft, row]), row, patient)).toEqual({ from: day(3, 6), to: day(4, 6) })
  expect(postponedRange(poolOf(PAIR, [late, soft, pinned, row]), row, patient)).toEqual({
    from: day(4, 18),
    to: day(5, 18),
  })
  // With one car only, also after the movable order.
  expect(postponedRange(poolOf(['V1'], [late, soft, pinned, row]), row, patient)).toEqual({ from: day(6), to: day(7) })
  expect(postponedRange(poolOf(['V1'], [{ ...late, to: null }, row]), row, patient)).toBeNull()
})

it('orders of a lost car are moved, and those without another car are reported', () => {
  const rows = [order('A', 'V1', day(1), day(3)), order('B', 'V1', day(4), day(6)), order('C', 'V2', day(4), day(6))]
  const answer = repack(poolOf(['V2'], rows), patient)
  expect(answer?.moves).toEqual([{ refId: 'A', kind: occupancyKind.order, from: 'V1', to: 'V2' }])
  expect(answer?.unserved).toEqual([rows[1]])
})

describe('an upgrade', () => {
  it('uses the better car, pinned, and frees its own pool', () => {
    const better = poolOf(['B1'], [order('S', 'B1', day(1), day(3))])
    const upgrade = { refId: 'A', vehicleId: 'B1', from: day(3, 1), to: day(5) }
    expect(vehicleOf(plan(better, upgrade, patient))).toBe('B1')
    const after = carryOut(better, [], order('A', 'B1', day(3, 1), day(5), { pinned: true }))
    expect(plan(after, { from: day(4), to: day(6) }, patient).kind).toBe('no')
    const own = poolOf(['V1'], [])
    expect(freeCount(own, { from: day(4), to: day(5) }, patient)).toBe(1)
  })
})

it('moves orders in their lock window only for a car that became unavailable', () => {
  const pool = poolOf(PAIR, [order('A', 'V1', day(1, 1), day(2), { movable: false })])
  const repair = { from: day(1), to: day(1) + 3 * HOUR, vehicleId: 'V1', refId: 'T' }
  expect(plan(pool, repair, patient)).toMatchObject({ kind: 'no', reason: { kind: 'taken' } })
  expect(movesOf(plan(pool, { ...repair, forces: true }, patient))).toEqual(['A:V1>V2'])
})

function ends(period: { from: number; to: number }): [number, number] {
  return [period.from, period.to]
}
