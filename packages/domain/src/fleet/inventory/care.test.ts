import { describe, expect, it } from 'vitest'
import { type CareFacts, careDueFrom, isCareDue, isCareLate, nextCare } from './care.ts'

const facts = (given: Partial<CareFacts>): CareFacts => ({
  registerOn: null,
  careKm: null,
  careOn: null,
  nextCareKm: null,
  nextCareOn: null,
  everyKm: 10_000,
  everyDays: 180,
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
