import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderKind, source } from '../../booking/order/codes.ts'
import { nextMonth } from '../../money/closing/month.ts'
import {
  type Accrual,
  type DayShare,
  monthEnd,
  monthPosting,
  type Sold,
  spreadPosting,
} from '../../money/payment/earning.ts'
import { DAY, HOUR, type Instant, localDate, MINUTE, startOfDate } from '../../time.ts'
import { type CarFacts, carPieces } from './car-time.ts'
import { type Part, partsOf } from './contributions.ts'
import { changeOf, type FigureKey, figureOf, figuresFor, shareOf } from './figures.ts'
import type { Income } from './income.ts'
import type { CancelledBy, OrderFacts } from './order-share.ts'
import { type Facts, factsInSlice, type Slice, sharesOf } from './reckon.ts'
import { addTo, noSums, type SumKey, type Sums } from './sums.ts'
import { daysOf, type Window, windowsOf } from './window.ts'

/** `11-04 12:00` in 2026, Asia/Shanghai. */
const t = (text: string): Instant => {
  const [date, clock = '00:00'] = text.split(' ')
  const [hours, minutes] = clock.split(':').map(Number)
  return startOfDate(`2026-${date}`) + hours! * HOUR + minutes! * MINUTE
}
const now = t('11-09 08:00')

/** Cars that are out are counted on the last day only. */
const sumUp = (parts: readonly Part[], last: string): Sums => {
  const sum = noSums()
  for (const { day, sums } of parts) addTo(sum, day === last ? sums : { ...sums, out: 0 })
  return sum
}
const sumsOf = (of: Facts, window: Window): Sums => sumUp(partsOf(of, window), localDate(window.until - 1))
const sumsByDay = (of: Facts, window: Window) => {
  const parts = partsOf(of, window)
  return new Map(
    daysOf(window).map(({ day }) => [
      day,
      sumUp(
        parts.filter((part) => part.day === day),
        day,
      ),
    ]),
  )
}

interface Sketch {
  id: string
  store: string
  model: string
  created?: string
  from: string
  to: string
  out?: string
  back?: string
  rent?: number
  insurance?: number
  booked?: [rent: number, service: number]
  cancelled?: [at: string, by: CancelledBy]
  other?: [day: string, fen: number]
}

/** What the books have of a rental that came back: the ends of months, and what is left on the day of its return. */
function booksOf(sold: readonly Sold[], pickedUpAt: Instant, returnedAt: Instant, whole: Accrual): Income[] {
  const days: DayShare[] = []
  let posted: Accrual = { rentFen: 0, serviceFen: 0 }
  const back = localDate(returnedAt)
  for (let month = localDate(pickedUpAt).slice(0, 7); month <= back.slice(0, 7); month = nextMonth(month)) {
    const earning = { sold, pickedUpAt, returnedAt, posted }
    const isLast = month === back.slice(0, 7)
    const amount = isLast
      ? { rentFen: whole.rentFen - posted.rentFen, serviceFen: whole.serviceFen - posted.serviceFen }
      : monthPosting(earning, month)
    days.push(...spreadPosting(earning, amount, isLast ? back : monthEnd(month).lastDay))
    posted = { rentFen: posted.rentFen + amount.rentFen, serviceFen: posted.serviceFen + amount.serviceFen }
  }
  return days.map((one) => ({ ...one, otherFen: 0, overTime: true }))
}
const dated = (day: string, fen: Partial<Pick<Income, 'rentFen' | 'serviceFen' | 'otherFen'>>): Income => ({
  ...{ day, overTime: false, rentFen: 0, serviceFen: 0, otherFen: 0, renewalFen: 0, lateFen: 0 },
  ...fen,
})

const soldOf = (o: Sketch) => [
  { period: { from: t(o.from), to: t(o.to) }, rentFen: o.rent ?? 0, serviceFen: o.insurance ?? 0 },
]

const order = (o: Sketch): OrderFacts => ({
  orderId: o.id,
  storeId: o.store,
  modelId: o.model,
  source: source.offline,
  kind: orderKind.short,
  createdAt: t(o.created ?? '10-20 09:00'),
  cancelledAt: o.cancelled ? t(o.cancelled[0]) : null,
  cancelledBy: o.cancelled?.[1] ?? null,
  pickupAt: t(o.from),
  actualPickupAt: o.out ? t(o.out) : null,
  actualReturnAt: o.back ? t(o.back) : null,
  sold: soldOf(o),
  posted: { rentFen: 0, serviceFen: 0 },
  openFrom: '2000-01-01',
  income: [
    ...(o.out && o.back && o.booked
      ? [
          ...booksOf(soldOf(o), t(o.out), t(o.back), { rentFen: o.booked[0], serviceFen: 0 }),
          dated(localDate(t(o.back)), { serviceFen: o.booked[1] }),
        ]
      : []),
    ...(o.other ? [dated(`2026-${o.other[0]}`, { otherFen: o.other[1] })] : []),
  ],
  renewed: false,
  damagedAt: [],
  violatedAt: [],
  cars: [],
})

/** A week with few orders, so that every figure can be computed by hand. */
const orders: OrderFacts[] = [
  {
    id: 'O1',
    store: 'A',
    model: 'M1',
    from: '10-30 10:00',
    to: '11-03 10:00',
    out: '10-30 10:00',
    back: '11-03 10:00',
    rent: 80_000,
    booked: [80_000, 0] as [number, number],
  },
  {
    id: 'O2',
    store: 'A',
    model: 'M2',
    created: '11-03 12:00',
    from: '11-04 12:00',
    to: '11-06 12:00',
    out: '11-04 12:00',
    back: '11-06 12:00',
    rent: 60_000,
    booked: [60_000, 16_000] as [number, number],
  },
  {
    id: 'O3',
    store: 'B',
    model: 'M1',
    created: '11-06 09:00',
    from: '11-07 09:00',
    to: '11-10 09:00',
    out: '11-07 09:30',
    rent: 45_000,
    insurance: 7200,
  },
  {
    id: 'O4',
    store: 'A',
    model: 'M1',
    created: '11-04 10:00',
    from: '11-05 10:00',
    to: '11-08 10:00',
    out: '11-05 10:00',
    back: '11-08 10:00',
    rent: 36_000,
    booked: [36_000, 0] as [number, number],
  },
  {
    id: 'O5',
    store: 'B',
    model: 'M1',
    created: '11-01 10:00',
    from: '11-02 10:00',
    to: '11-06 10:00',
    out: '11-02 10:00',
    back: '11-04 10:00',
    rent: 48_000,
    booked: [24_000, 3200] as [number, number],
  },
  {
    id: 'O6',
    store: 'B',
    model: 'M2',
    created: '11-01 20:00',
    from: '11-02 08:00',
    to: '11-03 08:00',
    out: '11-02 08:00',
    back: '11-03 10:00',
    rent: 20_000,
    booked: [20_000, 6666] as [number, number],
  },
  {
    id: 'O7',
    store: 'A',
    model: 'M1',
    created: '11-05 10:00',
    from: '11-12 10:00',
    to: '11-13 10:00',
    cancelled: ['11-06 10:00', 'customer'] as [string, CancelledBy],
    other: ['11-06', 9000] as [string, number],
  },
  {
    id: 'O8',
    store: 'A',
    model: 'M1',
    created: '11-06 10:00',
    from: '11-12 10:00',
    to: '11-13 10:00',
    cancelled: ['11-06 11:00', 'merchant'] as [string, CancelledBy],
  },
  { id: 'O9', store: 'A', model: 'M1', created: '11-07 10:00', from: '11-20 10:00', to: '11-21 10:00' },
].map(order)

const held = (orderId: string, vehicleId: string, from: string, to: string | null) => ({
  orderId,
  vehicleId,
  source: source.offline,
  kind: orderKind.short,
  from: t(from),
  to: to === null ? null : t(to),
  km: null,
})
const service = (vehicleId: string, storeId: string, modelId: string, from: string, to: string | null) => ({
  vehicleId,
  usesFrom: null,
  storeId,
  modelId,
  from: t(from),
  to: to === null ? null : t(to),
})
const cars: CarFacts = {
  service: [
    service('V1', 'A', 'M1', '01-01', null),
    service('V2', 'A', 'M1', '11-05', null),
    service('V3', 'A', 'M2', '01-01', '11-06 12:00'),
    service('V3', 'B', 'M2', '11-06 12:00', null),
    service('V4', 'B', 'M1', '01-01', null),
    service('V5', 'B', 'M2', '01-01', '11-04'),
  ],
  held: [
    held('O1', 'V1', '10-30 10:00', '11-03 10:00'),
    held('O2', 'V3', '11-04 12:00', '11-06 12:00'),
    held('O3', 'V4', '11-07 09:30', null),
    held('O4', 'V2', '11-05 10:00', '11-06 10:00'),
    held('O4', 'V1', '11-06 10:00', '11-08 10:00'),
    held('O5', 'V4', '11-02 10:00', '11-04 10:00'),
    held('O6', 'V5', '11-02 08:00', '11-03 10:00'),
  ],
  down: [
    { vehicleId: 'V1', from: t('11-04'), to: t('11-04 12:00') },
    { vehicleId: 'V4', from: t('11-06 14:00'), to: t('11-06 18:00') },
  ],
  used: [],
}
const facts = { orders, pieces: carPieces(cars, now), cash: [] }
const week = windowsOf('2026-11-02', '2026-11-08', 'day', now).current
const figure = (key: FigureKey, slice: Slice = {}) => figureOf(key).of(sumsOf(factsInSlice(facts, slice), week))

describe('a week of five cars and nine orders', () => {
  it.each([
    ['hours in service', 'fleet', 648 * 60, { A: 372 * 60, B: 276 * 60, M1: 432 * 60, M2: 216 * 60 }],
    ['hours rented', 'rented', 266.5 * 60, { A: 154 * 60, B: 112.5 * 60, M1: 192.5 * 60, M2: 74 * 60 }],
    ['utilisation', 'utilisation', 4113, { A: 4140, B: 4076, M1: 4456, M2: 3426 }],
  ] as const)('%s', (_, key, whole, parts) => {
    expect(figure(key)).toBe(whole)
    for (const id of ['A', 'B'] as const) expect(figure(key, { storeIds: [id] }), id).toBe(parts[id])
    for (const id of ['M1', 'M2'] as const) expect(figure(key, { modelIds: [id] }), id).toBe(parts[id])
  })
  it.each([
    ['effective', 4217],
    ['rent', 192_708],
    ['service', 29_766],
    ['revenue', 222_474],
    ['other', 9000],
    ['adr', 17_355],
    ['revpac', 7137],
    ['totalPerDay', 8240],
    ['created', 6],
    ['valid', 4],
    ['cancelRate', 3333],
    ['pickups', 5],
    ['returns', 5],
    ['out', 1],
    ['onTime', 8000],
    ['stay', 242],
    ['lead', 90],
  ] as const)('%s is %i', (key, value) => {
    expect(figure(key)).toBe(value)
  })
  it('lists the orders behind a figure, whose shares add up to it', () => {
    const rents = sharesOf(facts, week, (sums) => shareOf('rent', sums))
    expect(Object.fromEntries(rents)).toEqual({
      O1: 28_333,
      O2: 60_000,
      O3: 24_375,
      O4: 36_000,
      O5: 24_000,
      O6: 20_000,
    })
    const hours = sharesOf(facts, week, (sums) => shareOf('utilisation', sums))
    expect(Object.fromEntries(hours)).toEqual({ O1: 2040, O2: 2880, O3: 2310, O4: 4320, O5: 2880, O6: 1560 })
  })
  it('has daily values that add up to the week', () => {
    const days = sumsByDay(factsInSlice(facts, {}), week)
    const only = sumsByDay({ ...facts, orders: orders.filter(({ orderId }) => orderId === 'O2'), pieces: [] }, week)
    expect([...only.values()].map(({ rent }) => rent)).toEqual([0, 0, 15_000, 30_000, 15_000, 0, 0])
    const sum = noSums()
    for (const day of days.values()) addTo(sum, day)
    expect({ ...sum, out: 1 }).toEqual(sumsOf(facts, week))
  })
  it('hides amounts and ratios of money from accounts without the permission', () => {
    for (const key of figuresFor(false)) expect(figureOf(key).unit, key).not.toBe('fen')
    expect(figuresFor(false)).toContain('utilisation')
  })
})

describe('rent', () => {
  const day = (from: string, to: string) => windowsOf(`2026-${from}`, `2026-${to}`, 'day', now).current
  const rentIn = (o: OrderFacts, from: string, to: string) =>
    sumsOf({ orders: [o], pieces: [], cash: [] }, day(from, to)).rent
  it('is distributed over the days to the fen', () => {
    const thirds = order({
      id: 'O',
      store: 'A',
      model: 'M1',
      from: '11-02',
      to: '11-05',
      out: '11-02',
      back: '11-05',
      rent: 100,
      booked: [100, 0],
    })
    expect(['11-02', '11-03', '11-04'].map((date) => rentIn(thirds, date, date))).toEqual([33, 34, 33])
  })
  it('counts in each month when a rental crosses the end of a month', () => {
    const one = orders[0]!
    expect([rentIn(one, '11-01', '11-07'), rentIn(one, '10-01', '10-31')]).toEqual([48_333, 31_667])
  })
  it('of a renewal is earned over the time of the renewal', () => {
    const base = order({ id: 'O', store: 'A', model: 'M1', from: '11-02', to: '11-04', out: '11-02', rent: 20_000 })
    const longer = {
      ...base,
      sold: [
        ...base.sold,
        { period: { from: t('11-04'), to: t('11-05') }, rentFen: 30_000, serviceFen: 0, renewal: true },
      ],
    }
    expect([rentIn(longer, '11-02', '11-03'), rentIn(longer, '11-04', '11-04')]).toEqual([20_000, 30_000])
    const renewed = (o: OrderFacts, from: string, to: string) =>
      sumsOf({ orders: [o], pieces: [], cash: [] }, day(from, to)).renewalRent
    expect([renewed(longer, '11-02', '11-03'), renewed(longer, '11-04', '11-04')]).toEqual([0, 30_000])
    const whole = { rentFen: 45_000, serviceFen: 0 }
    const back = {
      ...longer,
      actualReturnAt: t('11-05'),
      income: booksOf(longer.sold, t('11-02'), t('11-05'), whole),
    }
    const days = ['11-03', '11-04', '11-05'] as const
    expect(days.map((date) => rentIn(back, date, date))).toEqual([10_000, 30_000, -5000])
    expect(days.map((date) => renewed(back, date, date))).toEqual([0, 30_000, 0])
  })
  it('counts on the day of return when the car came back before the agreed start', () => {
    const early = order({
      id: 'O',
      store: 'A',
      model: 'M1',
      from: '11-05',
      to: '11-06',
      out: '11-03 09:00',
      back: '11-04 09:00',
      rent: 5000,
      booked: [700, 0],
    })
    expect([rentIn(early, '11-03', '11-03'), rentIn(early, '11-04', '11-04'), rentIn(early, '11-05', '11-06')]).toEqual(
      [0, 700, 0],
    )
  })
})

const spans = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 900 }), fc.constantFrom('V1', 'V2', 'V3')),
  { maxLength: 12 },
)
const at = (minutes: number) => t('11-01') + minutes * MINUTE

describe('vehicle time', () => {
  it('rented time is never longer than time in service, in no slice and on no day', () => {
    fc.assert(
      fc.property(
        spans,
        spans,
        fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 6 }),
        (rented, downs, moves) => {
          const marks = [...new Set(moves)].toSorted((a, b) => a - b)
          const edges = [-1000, ...marks, 5000]
          const pieces = carPieces(
            {
              service: ['V1', 'V2'].flatMap((vehicleId) =>
                marks.concat(5000).map((to, index) => ({
                  vehicleId,
                  storeId: index % 2 === 0 ? 'A' : 'B',
                  modelId: 'M1',
                  from: at(edges[index]!),
                  to: at(to),
                  usesFrom: null,
                })),
              ),
              held: rented.map(([from, length, vehicleId], index) => ({
                ...held(`O${index}`, vehicleId, '11-01', null),
                from: at(from),
                to: at(from + length),
              })),
              down: downs.map(([from, length, vehicleId]) => ({ vehicleId, from: at(from), to: at(from + length) })),
              used: [],
            },
            at(4000),
          )
          const all = { orders: [], pieces, cash: [] }
          for (const slice of [{}, { storeIds: ['A'] }, { storeIds: ['B'] }])
            for (const sums of sumsByDay(factsInSlice(all, slice), { from: at(0), until: at(3500) }).values()) {
              expect(sums.rented + sums.down).toBeLessThanOrEqual(sums.fleet)
              expect(figureOf('effective').of(sums) ?? 0).toBeLessThanOrEqual(10_000)
            }
        },
      ),
    )
  })
  it('has no ratio when the divisor is zero', () => {
    const none = noSums()
    for (const key of ['utilisation', 'effective', 'adr', 'revpac', 'cancelRate', 'stay', 'mileage'] as const)
      expect(figureOf(key).of(none), key).toBeNull()
    expect(changeOf('utilisation', null, 5000)).toBeNull()
    expect(changeOf('revenue', 100, 0)).toBeNull()
  })
})

const whenever = fc.integer({ min: 0, max: 20 * 1440 }).map((minutes) => t('10-25') + minutes * MINUTE)
const money = fc.integer({ min: -500, max: 90_000 })

describe('an order', () => {
  it('adds the same by day as in total, and the booked amounts once the car is back', () => {
    fc.assert(
      fc.property(
        fc.record({
          from: whenever,
          length: fc.integer({ min: 1, max: 4000 }),
          out: whenever,
          stay: fc.integer({ min: 0, max: 6000 }),
          created: whenever,
        }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.nat(30_000), fc.nat(3000)), { maxLength: 2 }),
        fc.record({ rent: money, service: money, sold: fc.nat(90_000), insurance: fc.nat(5000) }),
        fc.boolean(),
        (time, renewals, fen, isBack) => {
          let end = time.from + time.length * MINUTE
          const sold = [{ period: { from: time.from, to: end }, rentFen: fen.sold, serviceFen: fen.insurance }]
          for (const [minutes, rentFen, serviceFen] of renewals) {
            sold.push({ period: { from: end, to: end + minutes * MINUTE }, rentFen, serviceFen })
            end += minutes * MINUTE
          }
          const one: OrderFacts = {
            ...order({ id: 'O', store: 'A', model: 'M1', from: '11-01', to: '11-02' }),
            createdAt: time.created,
            pickupAt: time.from,
            actualPickupAt: time.out,
            actualReturnAt: isBack ? time.out + time.stay * MINUTE : null,
            sold,
            income: isBack
              ? booksOf(sold, time.out, time.out + time.stay * MINUTE, { rentFen: fen.rent, serviceFen: fen.service })
              : [],
          }
          const all = { from: t('10-20'), until: t('11-30') + DAY }
          const sum = noSums()
          for (const day of sumsByDay({ orders: [one], pieces: [], cash: [] }, all).values()) addTo(sum, day)
          const whole = sumsOf({ orders: [one], pieces: [], cash: [] }, all)
          const keys: SumKey[] = ['rent', 'service', 'created', 'pickups', 'returns', 'stayed']
          for (const key of keys) expect(sum[key], key).toBe(whole[key])
          if (isBack) expect([whole.rent, whole.service]).toEqual([fen.rent, fen.service])
        },
      ),
    )
  })
})
