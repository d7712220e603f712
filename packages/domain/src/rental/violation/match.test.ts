import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import { type CarTime, carOf, distance, holderAt, NEAR_BY_HAND, type Stretch } from './match.ts'

const at = (text: string) => Date.parse(`2026-12-${text.replace(' ', 'T')}${text.length > 8 ? '' : ':00'}+08:00`)
const of = (orderId: string, from: string, to: string | null) => ({
  orderId,
  from: at(from),
  to: to === null ? null : at(to),
})

/** The car 沪AD12345 of the worked examples. */
const car: CarTime = {
  rentals: [
    of('A', '01 10:00', '03 10:05'),
    of('B', '03 10:40', '04 15:00'),
    of('C', '05 09:00', '06 09:00'),
    of('D', '10 08:00', '10 10:05'),
    of('E', '10 10:05', '11 10:00'),
    of('F', '12 10:00', '18 10:00'),
    of('G', '18 12:00', '21 18:00'),
    of('H', '21 20:00', '22 10:00'),
    of('I', '22 11:00', null),
  ],
  driven: [
    { accountId: 'mover', from: at('07 09:20'), to: at('07 10:30') },
    { accountId: 'deliverer', from: at('08 08:30'), to: at('08 10:00') },
  ],
  away: [{ from: at('09 09:00'), to: at('09 17:00') }],
}

const who = (minute: string, time = car) => {
  const holder = holderAt(time, at(minute))
  if (holder.by === 'order') return holder.orderId
  if (holder.by === 'staff') return `staff ${holder.accountId}`
  if (holder.by === 'merchant') return 'merchant'
  return holder.candidates.map(({ orderId, minutes, side }) => `${orderId} ${minutes} ${side}`)
}

describe('who had a car at the minute of a violation', () => {
  it.each([
    ['02 08:00', 'A'],
    ['03 10:04:59', 'A'],
    ['03 10:05', ['A 0 before', 'B 35 after']],
    ['03 10:20', ['A 15 before', 'B 20 after']],
    ['03 10:40', 'B'],
    ['10 10:05', 'E'],
    ['04 14:59', 'B'],
    ['04 15:00', ['B 0 before']],
    ['16 12:00', 'F'],
    ['21 09:00', 'G'],
    ['05 20:00', 'C'],
    ['06 09:00', ['C 0 before']],
    ['06 15:00', []],
    ['07 10:00', 'staff mover'],
    ['07 10:30', []],
    ['08 09:15', 'staff deliverer'],
    ['09 12:00', 'merchant'],
    ['09 17:00', []],
    ['22 10:30', ['H 30 before', 'I 30 after']],
    ['30 10:00', 'I'],
  ])('%s: %s', (minute, expected) => {
    expect(who(minute)).toEqual(expected)
  })

  it('by hand allows a day before and after, and not a minute more', () => {
    const stretch = car.rentals[0]!
    expect(distance(stretch, stretch.to! + DAY) <= NEAR_BY_HAND).toBe(true)
    expect(distance(stretch, stretch.to! + DAY + MINUTE) <= NEAR_BY_HAND).toBe(false)
    expect(distance(stretch, stretch.from - DAY) <= NEAR_BY_HAND).toBe(true)
    expect(distance(stretch, stretch.from - DAY - MINUTE) <= NEAR_BY_HAND).toBe(false)
  })

  it('is undecided where two orders had it at once', () => {
    const twice = { ...car, rentals: [of('A', '01 10:00', '03 10:05'), of('X', '02 10:00', '02 12:00')] }
    expect(who('02 11:00', twice)).toEqual(['A 0 before', 'X 0 before'])
  })

  it('ignores seconds: a swap at 15:00:40 counts for the minute 15:00', () => {
    const swapped = { ...car, rentals: [of('B', '03 10:40', '04 15:00:40')] }
    expect(who('04 15:00', swapped)).toEqual(['B 0 before'])
  })

  it('agrees with a minute-by-minute search over 2,000 random ranges', () => {
    const start = at('01 00:00')
    const span = 600
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: span }), fc.integer({ min: -2, max: 90 }))
      .map(([from, length]) => ({
        from: start + from * MINUTE + 17_000,
        to: length === 90 ? null : start + (from + Math.max(0, length)) * MINUTE + 3_000,
      }))
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 8, maxLength: 8 }),
        fc.array(stretch, { maxLength: 2 }),
        fc.array(stretch, { maxLength: 2 }),
        (rentals, driven, away) => {
          const time = {
            rentals: rentals.map((one, i) => ({ ...one, orderId: String(i) })),
            driven: driven.map((one, i) => ({ ...one, accountId: String(i) })),
            away,
          }
          /** The ranges that contain each minute. */
          const marks = (all: readonly Stretch[]) =>
            Array.from({ length: span + 200 }, (_, minute) =>
              all.flatMap(({ from, to }, i) => {
                const [first, last] = [
                  Math.floor((from - start) / MINUTE),
                  to === null ? Infinity : Math.floor((to - start) / MINUTE),
                ]
                return minute >= first && minute < last ? [i] : []
              }),
            )
          const [byOrder, byStaff, byGarage] = [marks(rentals), marks(driven), marks(away)]
          const said: string[] = []
          const counted: string[] = []
          for (let minute = 0; minute < span + 200; minute += 41) {
            const holder = holderAt(time, start + minute * MINUTE + 30_000)
            const [orders, staff, garage] = [byOrder[minute]!, byStaff[minute]!, byGarage[minute]!]
            said.push(
              holder.by === 'order'
                ? `order ${holder.orderId}`
                : holder.by === 'staff'
                  ? `staff ${holder.accountId}`
                  : holder.by,
            )
            if (orders.length === 1) counted.push(`order ${orders[0]}`)
            else if (orders.length > 1) counted.push('nobody')
            else if (staff.length > 0) counted.push(`staff ${staff[0]}`)
            else counted.push(garage.length > 0 ? 'merchant' : 'nobody')
          }
          expect(said).toEqual(counted)
        },
      ),
      { numRuns: 250 },
    )
  })
})

describe('which car had a plate', () => {
  const sold = {
    vehicleId: 'X',
    plate: '沪AD12345',
    former: [],
    from: at('01 00:00') - 300 * DAY,
    to: at('01 00:00') - DAY,
  }
  const later = { vehicleId: 'Y', plate: '沪AD12345', former: [], from: at('02 00:00'), to: null }
  it('of two cars, the one that had it at that minute', () => {
    expect(carOf([sold, later], '沪AD12345', at('01 00:00') - 3 * DAY)).toBe('X')
    expect(carOf([sold, later], '沪AD12345', at('05 00:00'))).toBe('Y')
    expect(carOf([sold, later], '沪AD12345', at('01 12:00'))).toBeNull()
  })
  it('of a temporary plate, the car that has its final one now', () => {
    const changed = { ...later, plate: '沪AD99999', former: [{ plate: '沪A临1234', until: at('09 00:00') }] }
    expect(carOf([changed], '沪A临1234', at('05 00:00'))).toBe('Y')
    expect(carOf([changed], '沪A临1234', at('20 00:00'))).toBe('Y')
    expect(carOf([changed], '沪B00000', at('05 00:00'))).toBeNull()
  })
  it('of a plate that moved from one car to another, by the date of its removal', () => {
    const gave = {
      vehicleId: 'P',
      plate: '沪B11111',
      former: [{ plate: '沪A88888', until: at('10 08:00') }],
      from: at('01 00:00'),
      to: null,
    }
    const took = {
      vehicleId: 'Q',
      plate: '沪A88888',
      former: [{ plate: '沪C22222', until: at('10 09:00') }],
      from: at('01 00:00'),
      to: null,
    }
    expect(carOf([gave, took], '沪A88888', at('10 07:59'))).toBe('P')
    expect(carOf([gave, took], '沪A88888', at('10 08:30'))).toBeNull()
    expect(carOf([gave, took], '沪A88888', at('10 09:00') + HOUR)).toBe('Q')
  })
})
