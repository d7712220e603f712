import fc from 'fast-check'
import { expect, it } from 'vitest'
import { taxpayer } from '../../money/bookkeeping/codes.ts'
import { vouchersOf } from '../../money/bookkeeping/voucher.ts'
import { nextMonth } from '../../money/closing/month.ts'
import {
  type Accrual,
  accrualUntil,
  type Earning,
  monthClosedAt,
  monthEnd,
  monthPosting,
  reverseDays,
  type Sold,
  soldPartsOfRows,
  spreadPosting,
} from '../../money/payment/earning.ts'
import { account } from '../../money/payment/ledger.ts'
import { periods } from '../../pricing/quote/long/months.ts'
import { addMonths, DAY, HOUR, type Instant, type LocalDate, localDate, MINUTE, startOfDate } from '../../time.ts'
import { daysWithin } from '../owner/statement.ts'
import type { Holding } from './car-of-day.ts'
import { allPartsOf, type Part } from './contributions.ts'
import { incomeOf, openFrom, type Posted, postedOf } from './income.ts'
import type { OrderFacts } from './order-share.ts'

/*
 * Lives of rentals across three ends of months: short ones and long ones that are billed by rows, renewed, made cheaper, swapped, returned early
 * or late, undone and returned again, while months are posted and closed. Whatever happens, a month has one income: in the ledger, in the
 * figures, by car, for their owners and in the vouchers; and one that is closed keeps it, day by day and car by car.
 */

const LIVES = 600
const BEGIN = startOfDate('2026-09-05')
const END = startOfDate('2027-02-05')
const CARS = ['A', 'B', 'C'] as const

const hours = (most: number) => fc.integer({ min: 1, max: most * 24 }).map((n) => n * HOUR + 7 * MINUTE)
const fen = fc.integer({ min: 0, max: 900_000 })
const life = fc.record({
  pickup: hours(50),
  long: fc.boolean(),
  length: fc.integer({ min: 1, max: 75 }),
  months: fc.integer({ min: 1, max: 4 }),
  rent: fen,
  service: fc.integer({ min: 0, max: 90_000 }),
  renewals: fc.array(
    fc.record({ at: hours(80), days: fc.integer({ min: 1, max: 30 }), rent: fen, service: fc.nat(9000) }),
    {
      maxLength: 2,
    },
  ),
  cheaper: fc.option(fc.record({ at: hours(80), fen: fc.nat(60_000) }), { nil: null }),
  swaps: fc.array(fc.record({ at: hours(100), car: fc.constantFrom(...CARS) }), { maxLength: 2 }),
  /** Share of the agreed time after which it comes back, in per cent. */
  back: fc.integer({ min: 5, max: 140 }),
  /** How long before its confirmation the car came back. */
  backdated: fc.constantFrom(0, 0, 0, 5 * HOUR, 3 * DAY),
  /** What is given back of the time that was not used, in per cent. */
  credit: fc.integer({ min: 0, max: 100 }),
  undo: fc.option(fc.record({ after: hours(3), again: hours(20) }), { nil: null }),
  /** Whether the job of a month ran in time; otherwise it runs before the month is closed. */
  onTime: fc.boolean(),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

/** One order with its books. */
class Rental {
  now: Instant = BEGIN
  readonly pickedUpAt: Instant
  returnedAt: Instant | null = null
  sold: readonly Sold[]
  readonly txns: Posted[] = []
  readonly cars: Holding[]
  closedTo: LocalDate | null = null

  constructor({ pickup, long, length, months, rent, service }: Life) {
    this.pickedUpAt = BEGIN + pickup
    this.cars = [{ vehicleId: 'A', from: this.pickedUpAt }]
    const from = localDate(this.pickedUpAt)
    this.sold = long
      ? soldPartsOfRows(
          periods(from, from, addMonths(from, months), 1).map((row) => ({
            periodFrom: row.from,
            periodTo: row.to,
            amount: rent + service,
          })),
          service * months,
          null,
        )
      : [
          {
            period: { from: this.pickedUpAt - 20 * MINUTE, to: this.pickedUpAt + length * DAY },
            rentFen: rent,
            serviceFen: service,
          },
        ]
  }

  get end(): Instant {
    return Math.max(...this.sold.map(({ period }) => period.to))
  }
  get earning(): Earning {
    return { sold: this.sold, pickedUpAt: this.pickedUpAt, returnedAt: this.returnedAt, posted: postedOf(this.txns) }
  }

  post(day: LocalDate, amount: Accrual, monthly: boolean): void {
    const days = spreadPosting(this.earning, amount, day)
    if (amount.rentFen !== 0 || amount.serviceFen !== 0)
      this.txns.push({ day, days, ...amount, otherFen: 0, earned: true, monthly })
  }
  /** As `accrueMonth` does. */
  accrue(month: string): void {
    const { end, lastDay } = monthEnd(month)
    const done = this.txns.some(({ day, monthly }) => monthly && day === lastDay)
    const isClosed = this.closedTo !== null && this.closedTo >= `${month}-01`
    if (this.pickedUpAt < end && !done && !isClosed) this.post(lastDay, monthPosting(this.earning, month), true)
  }
  /** The car comes back `backdated` ms before now. Of the price of the unused time, `credit` per cent is refunded and the rest is earned. */
  giveBack(backdated: number, credit: number): void {
    this.returnedAt = Math.max(this.pickedUpAt + HOUR, this.now - backdated)
    this.accrue(monthClosedAt(this.now))
    const all = accrualUntil(this.sold, this.end)
    const used = accrualUntil(this.sold, this.returnedAt)
    const kept = (whole: number, part: number) => whole - Math.floor(((whole - part) * credit) / 100)
    const { posted } = this.earning
    this.post(
      localDate(this.now),
      {
        rentFen: kept(all.rentFen, used.rentFen) - posted.rentFen,
        serviceFen: kept(all.serviceFen, used.serviceFen) - posted.serviceFen,
      },
      false,
    )
  }
  undo(): void {
    const last = this.txns.at(-1)
    const day = localDate(this.now)
    // A rental without a price has posted nothing.
    if (last !== undefined && !last.monthly) {
      const opposite = { rentFen: -last.rentFen, serviceFen: -last.serviceFen }
      this.txns.push({ ...last, ...opposite, day, days: reverseDays(last.days!, last.day, day) })
    }
    this.returnedAt = null
  }

  facts(): OrderFacts {
    return {
      orderId: '1',
      storeId: 'S',
      modelId: 'M',
      source: 1,
      kind: 2,
      createdAt: BEGIN,
      cancelledAt: null,
      cancelledBy: null,
      pickupAt: this.pickedUpAt,
      actualPickupAt: this.pickedUpAt,
      actualReturnAt: this.returnedAt,
      sold: this.sold,
      posted: postedOf(this.txns),
      openFrom: openFrom(this.txns, this.closedTo),
      income: incomeOf(this.txns),
      renewed: false,
      damagedAt: [],
      violatedAt: [],
      cars: this.cars,
    }
  }
  parts = (): Part[] => (this.now < this.pickedUpAt ? [] : allPartsOf(this.facts(), localDate(this.now)))
}

const incomeIn = (parts: readonly Part[], month: string) =>
  parts.reduce((sum, { day, sums }) => (day.startsWith(month) ? sum + (sums.rent ?? 0) + (sums.service ?? 0) : sum), 0)

/** The five of a month whose postings are done. */
function fiveOf(rental: Rental, parts: readonly Part[], month: string) {
  const own = rental.txns.filter(({ day }) => day.startsWith(month))
  const ledger = own.reduce((sum, { rentFen, serviceFen }) => sum + rentFen + serviceFen, 0)
  const cars = CARS.map((car) =>
    incomeIn(
      parts.filter(({ vehicleId }) => vehicleId === car),
      month,
    ),
  )
  const first: LocalDate = `${month}-01`
  // Two agreements that share the month, as those of an owner who sold the car in its middle.
  const owners = CARS.flatMap((car) =>
    [daysWithin(first, '2020-01-01', `${month}-14`)!, daysWithin(first, `${month}-15`, null)!].map(({ from, to }) =>
      incomeIn(
        parts.filter(({ vehicleId, day }) => vehicleId === car && day >= from && day <= to),
        month,
      ),
    ),
  )
  const side = (name: 'rentFen' | 'serviceFen', to: 'rent_income' | 'service_income') =>
    own.map((one) => ({
      day: one.day,
      storeId: '1',
      journal: 8,
      account: to,
      payer: '',
      debitFen: Math.max(0, -one[name]),
      creditFen: Math.max(0, one[name]),
    }))
  const vouchers = vouchersOf(
    [...side('rentFen', account.rentIncome), ...side('serviceFen', account.serviceIncome)],
    taxpayer.small,
    { accounts: new Map(), cancelled: 0 },
  )
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
  return {
    ledger,
    figures: incomeIn(parts, month),
    cars: sum(cars),
    owners: sum(owners),
    vouchers: sum(vouchers.map(({ creditFen, debitFen }) => creditFen - debitFen)),
  }
}

/** Lives through everything, and looks at every month that is closed after each event. */
function live(one: Life): { readonly months: number; readonly late: number } {
  const rental = new Rental(one)
  const events: { readonly at: Instant; readonly happens: () => void }[] = []
  const when = (at: Instant, happens: () => void) => events.push({ at, happens })
  const isOut = () => rental.returnedAt === null && rental.now >= rental.pickedUpAt
  const kept = new Map<string, unknown>()
  let late = 0

  for (let month = '2026-09'; month <= '2027-01'; month = nextMonth(month)) {
    const { end } = monthEnd(month)
    if (one.onTime) when(end + 30 * MINUTE, () => isOut() && rental.accrue(month))
    when(end + DAY + 9 * HOUR, () => {
      if (isOut()) rental.accrue(month)
      rental.closedTo = `${month}-01`
    })
  }
  for (const { at, days, rent, service } of one.renewals)
    when(rental.pickedUpAt + at, () => {
      if (!isOut()) return
      const from = rental.end
      const period = { from, to: from + days * DAY }
      rental.sold = [...rental.sold, { period, rentFen: rent, serviceFen: service, renewal: true }]
    })
  if (one.cheaper !== null)
    when(rental.pickedUpAt + one.cheaper.at, () => {
      const [first, ...rest] = rental.sold
      if (isOut()) rental.sold = [{ ...first!, rentFen: Math.max(0, first!.rentFen - one.cheaper!.fen) }, ...rest]
    })
  for (const { at, car } of one.swaps)
    when(rental.pickedUpAt + at, () => isOut() && rental.cars.push({ vehicleId: car, from: rental.now }))
  const backAt = rental.pickedUpAt + Math.floor(((rental.end - rental.pickedUpAt) * one.back) / 100)
  when(backAt, () => rental.giveBack(one.backdated, one.credit))
  if (one.undo !== null) {
    when(backAt + one.undo.after, () => rental.undo())
    when(backAt + one.undo.after + one.undo.again, () => rental.giveBack(0, one.credit))
  }

  for (const { at, happens } of events.toSorted((a, b) => a.at - b.at)) {
    rental.now = at
    happens()
    if (rental.closedTo === null) continue
    const parts = rental.parts()
    for (let month = '2026-09'; `${month}-01` <= rental.closedTo; month = nextMonth(month)) {
      const five = fiveOf(rental, parts, month)
      expect(new Set(Object.values(five)).size, `${month} ${JSON.stringify(five)}`).toBe(1)
      // Neither its sum nor any of its days and cars changes after it was closed.
      const days = parts
        .filter(({ day }) => day.startsWith(month))
        .map(({ day, vehicleId, sums }) => [day, vehicleId, sums.rent ?? 0, sums.service ?? 0, sums.late ?? 0])
        .filter(([, , rent, service]) => rent !== 0 || service !== 0)
      if (!kept.has(month)) kept.set(month, days)
      expect(days).toEqual(kept.get(month))
    }
  }
  rental.now = Math.max(END, rental.now + 40 * DAY)
  const parts = rental.parts()
  const months = new Set(rental.txns.map(({ day }) => day.slice(0, 7)))
  for (const month of months) {
    const five = fiveOf(rental, parts, month)
    expect(new Set(Object.values(five)).size, `${month} ${JSON.stringify(five)}`).toBe(1)
    late += parts.some(({ day, sums }) => day.startsWith(month) && (sums.late ?? 0) !== 0) ? 1 : 0
  }
  return { months: months.size, late }
}

it('is one in the ledger, the figures, the cars, the statements of owners and the vouchers, before and after a month is closed', () => {
  const seen = { crossing: 0, late: 0, lives: 0 }
  fc.assert(
    fc.property(life, (one) => {
      const { months, late } = live(one)
      seen.lives++
      if (months > 1) seen.crossing++
      if (late > 0) seen.late++
    }),
    { numRuns: LIVES },
  )
  // Of lives within one month everybody says the same.
  expect(Math.min(seen.crossing, seen.late)).toBeGreaterThan(LIVES / 20)
}, 60_000)

it('is reckoned of a rental that goes on, day by day, as it will be posted', () => {
  fc.assert(
    fc.property(life, fc.integer({ min: 0, max: 59 }), (one, minutes) => {
      const rental = new Rental(one)
      for (let month = localDate(rental.pickedUpAt).slice(0, 7); month <= '2026-12'; month = nextMonth(month)) {
        const { end, lastDay } = monthEnd(month)
        rental.now = end + minutes * MINUTE
        const before = rental.parts().filter(({ day }) => day <= lastDay)
        rental.accrue(month)
        const money = (parts: readonly Part[]) =>
          parts.flatMap(({ day, sums: { rent, renewalRent, service, late } }) =>
            rent || service ? [[day, rent, renewalRent, service, late]] : [],
          )
        expect(money(rental.parts().filter(({ day }) => day <= lastDay))).toEqual(money(before))
      }
    }),
    { numRuns: 100 },
  )
}, 60_000)
