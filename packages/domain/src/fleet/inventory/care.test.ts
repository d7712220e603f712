import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, epochDayOf, HOUR, localDate, startOfDate } from '../../time.ts'
import {
  type CareFacts,
  careDueFrom,
  careForecast,
  careProposal,
  isCareDue,
  isCareLate,
  kmPerDayOf,
  nextCare,
  proposalsUntil,
} from './care.ts'

const facts = (given: Partial<CareFacts>): CareFacts => ({
  registerOn: null,
  careKm: null,
  careOn: null,
  nextCareKm: null,
  nextCareOn: null,
  everyKm: 10_000,
  everyDays: 180,
  kmPerDay: null,
  ...given,
})
const dueOf = (given: Partial<CareFacts>) => careDueFrom(nextCare(facts(given)))

describe('maintenance is due', () => {
  it('at 37,500 km after 28,000 with an interval of 10,000 (F.2 11)', () => {
    const care = nextCare(facts({ careKm: 28_000 }))
    expect(careDueFrom(care).km).toBe(37_500)
    expect(isCareDue(care, 37_499, '2026-11-20')).toBe(false)
    expect(isCareDue(care, 37_500, '2026-11-20')).toBe(true)
    expect(isCareLate(care, 37_999, '2026-11-20')).toBe(false)
    expect(isCareLate(care, 38_000, '2026-11-20')).toBe(true)
  })

  it("at 35,500 km where the garage's sheet says 36,000 (F.2 11)", () => {
    expect(dueOf({ careKm: 28_000, nextCareKm: 36_000 }).km).toBe(35_500)
  })

  it('on 2026-11-21 after 2026-06-01 with 180 days, which end on 11-28 (F.2 12)', () => {
    const care = nextCare(facts({ careKm: 28_000, careOn: '2026-06-01' }))
    expect(care.on).toBe('2026-11-28')
    expect(careDueFrom(care).on).toBe('2026-11-21')
    expect([isCareDue(care, 28_000, '2026-11-20'), isCareDue(care, 28_000, '2026-11-21')]).toEqual([false, true])
    expect([isCareLate(care, 28_000, '2026-11-28'), isCareLate(care, 28_000, '2026-11-29')]).toEqual([false, true])
  })

  it("by the date on the garage's sheet, whether earlier or later than the interval", () => {
    expect(dueOf({ careOn: '2026-06-01', nextCareOn: '2026-12-10' }).on).toBe('2026-12-03')
  })

  it('from the first registration and 0 km where no maintenance is known, by km only where no date is', () => {
    expect(dueOf({ registerOn: '2026-06-01' })).toEqual({ km: 9_500, on: '2026-11-21' })
    expect(dueOf({})).toEqual({ km: 9_500, on: null })
    expect(isCareDue(nextCare(facts({})), 9_000, '2036-01-01')).toBe(false)
  })
})

const date = fc.integer({ min: 0, max: 800 }).map((n) => addDays('2026-01-01', n))
const km = fc.integer({ min: 0, max: 60_000 })

describe('the forecast of a maintenance', () => {
  it('is the day on which the kilometres are driven, or the date if that is earlier', () => {
    const next = nextCare(facts({ careKm: 28_000, kmPerDay: 120 }))
    expect(careForecast(next, 36_000, '2026-11-20')).toBe('2026-12-07')
    expect(careForecast({ ...next, on: '2026-12-01' }, 36_000, '2026-11-20')).toBe('2026-12-01')
    expect(careForecast({ ...next, kmPerDay: null }, 36_000, '2026-11-20')).toBeNull()
    expect(careForecast({ ...next, kmPerDay: 0, on: '2027-03-01' }, 36_000, '2026-11-20')).toBe('2027-03-01')
    expect(careForecast(next, 38_100, '2026-11-20')).toBe('2026-11-20')
  })

  it('is what living the days says: the first day on which the limit is reached', () => {
    fc.assert(
      fc.property(
        km,
        km,
        fc.integer({ min: 1, max: 900 }),
        date,
        fc.option(date),
        (limit, odometer, perDay, today, on) => {
          const next = { km: limit, on, kmPerDay: perDay }
          const told = careForecast(next, odometer, today)
          let day = today
          for (
            let driven = odometer;
            driven < limit && (on === null || day < on) && day < addDays(today, 731);
            driven += perDay
          )
            day = addDays(day, 1)
          fc.pre(day < addDays(today, 731) && (on === null || on >= today))
          expect(told).toBe(day)
        },
      ),
    )
  })

  it('reports a car that drives far a week before, others at 500 km', () => {
    const far = nextCare(facts({ careKm: 28_000, kmPerDay: 300 }))
    expect(careDueFrom(far).km).toBe(38_000 - 2100)
    expect(isCareDue(far, 35_899, '2026-11-20')).toBe(false)
    expect(isCareDue(far, 35_900, '2026-11-20')).toBe(true)
    expect(careDueFrom({ ...far, kmPerDay: 71 }).km).toBe(37_500)
  })

  it('averages the days since the device is in the car, thirty at most, and says nothing of a few days', () => {
    expect(kmPerDayOf({ metres: 700_000, since: '2026-11-13' }, '2026-11-20')).toBe(100)
    expect(kmPerDayOf({ metres: 700_000, since: '2026-11-14' }, '2026-11-20')).toBeNull()
    expect(kmPerDayOf({ metres: 900_000, since: '2026-01-01' }, '2026-11-20')).toBe(30)
  })
})

describe('the day that is proposed', () => {
  const now = startOfDate('2026-11-20') + 10 * HOUR
  const stretch = fc
    .tuple(fc.integer({ min: -48, max: 400 }), fc.integer({ min: 1, max: 200 }))
    .map(([from, length]) => ({ from: now + from * HOUR, to: now + (from + length) * HOUR }))

  it('is free of everything that occupies the car, before it is due, and no earlier one is', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), fc.option(date), (busy, dueOn) => {
        const clashes = (from: number) => busy.some((one) => one.from < from + 3 * HOUR && one.to > from)
        const told = careProposal(busy, dueOn, now)
        const today = epochDayOf('2026-11-20')
        const days = dueOn === null ? 14 : epochDayOf(dueOn) - today
        const last = days <= 1 || days > 14 ? 14 : days
        const mornings = Array.from({ length: last }, (_, n) => startOfDate(addDays('2026-11-20', n + 1)) + 9 * HOUR)
        expect(told?.from ?? null).toBe(mornings.find((from) => !clashes(from)) ?? null)
        if (told === null) return
        expect(told.to - told.from).toBe(3 * HOUR)
        expect(told.to).toBeLessThan(proposalsUntil(now))
        expect(localDate(told.from) > '2026-11-20').toBe(true)
      }),
    )
  })

  it('is none where the car is out all the time', () => {
    expect(careProposal([{ from: now, to: proposalsUntil(now) }], null, now)).toBeNull()
  })
})
