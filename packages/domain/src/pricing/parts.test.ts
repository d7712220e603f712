import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insideArea } from './area.ts'
import { rentalDays } from './days.ts'
import { depositLines, depositPolicy } from './deposits.ts'
import { estimatedMetres } from './handover.ts'
import { nationalCalendar } from './holidays.ts'
import { applyBp, mulDiv, percent, yuan } from './money.ts'
import type { DepositPolicy } from './rules.ts'
import { calendar2026 } from './testing.ts'

describe('money', () => {
  it('rounds half-up away from zero', () => {
    expect([mulDiv(5, 1, 10), mulDiv(-5, 1, 10), mulDiv(4, 1, 10), mulDiv(-4, 1, 10)]).toEqual([1, -1, 0, 0])
    expect(applyBp(19999, 10800)).toBe(21599)
  })

  it('is exact whatever the size', () => {
    const whole = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 1_000_000_000_000 }), (a, b, d) => {
        const twice = BigInt(a) * BigInt(b) * 2n
        const size = twice < 0n ? -twice : twice
        const rounded = (size + BigInt(d)) / (2n * BigInt(d))
        expect(mulDiv(a, b, d)).toBe(Number(twice < 0n ? -rounded : rounded) || 0)
      }),
    )
  })

  it('writes yuan and percent', () => {
    expect([yuan(3333), yuan(5), yuan(-1250), yuan(0)]).toEqual(['33.33元', '0.05元', '-12.50元', '0.00元'])
    expect([percent(9500), percent(850), percent(5)]).toEqual(['95%', '8.5%', '0.05%'])
  })
})

describe('rentalDays', () => {
  const minutes = (n: number, graceMinutes = 30, dayAfterMinutes = 240) => {
    const { days, overHours, graceUsed } = rentalDays(0, n * 60_000, { graceMinutes, dayAfterMinutes })
    return [days, overHours, graceUsed]
  }
  it.each([
    [1, 1, 0, 0],
    [1439, 1, 0, 0],
    [1440, 1, 0, 0],
    [1441, 1, 0, 1],
    [1470, 1, 0, 30],
    [1471, 1, 1, 0],
    [1500, 1, 1, 0],
    [1501, 1, 2, 0],
    [1680, 1, 4, 0],
    [1681, 2, 0, 0],
    [2880, 2, 0, 0],
  ])('%i minutes', (length, ...expected) => {
    expect(minutes(length)).toEqual(expected)
  })

  it('lets grace win over a shorter dayAfter', () => {
    expect(minutes(1440 + 120, 120, 60)).toEqual([1, 0, 120])
    expect(minutes(1440 + 121, 120, 60)).toEqual([2, 0, 0])
  })
})

describe('deposits', () => {
  const policy = (fields: Partial<DepositPolicy>): DepositPolicy => ({
    storeId: null,
    modelId: null,
    source: null,
    rentalFen: 1,
    violationFen: 2,
    modes: [1],
    waiveTypes: [],
    holdDays: null,
    ...fields,
  })
  const where = { storeId: 'S1', modelId: 'M1', source: 2 }

  it('takes the most exact policy', () => {
    const all = policy({})
    const source = policy({ source: 2 })
    const store = policy({ storeId: 'S1' })
    const model = policy({ modelId: 'M1' })
    const storeSource = policy({ storeId: 'S1', source: 2 })
    const other = policy({ storeId: 'S2', modelId: 'M1', source: 2 })
    expect(depositPolicy([all, source, store, model, storeSource, other], where)).toBe(storeSource)
    expect(depositPolicy([all, source, store, model, other], where)).toBe(model)
    expect(depositPolicy([all, source, store], where)).toBe(store)
    expect(depositPolicy([all, source], where)).toBe(source)
    expect(depositPolicy([other], where)).toBeNull()
  })

  it('falls back to the model for an amount left empty', () => {
    const lines = depositLines(
      { depositPolicies: [policy({ rentalFen: null })], modelDeposits: { rentalFen: 300000, violationFen: 200000 } },
      where,
    )
    expect(lines?.map((row) => row.amount)).toEqual([300000, 2])
    const modelDeposits = { rentalFen: null, violationFen: null }
    expect(depositLines({ depositPolicies: [], modelDeposits }, where)).toBeNull()
    expect(depositLines({ depositPolicies: [policy({ rentalFen: 0 })], modelDeposits }, where)?.[0]?.amount).toBe(0)
  })
})

describe('places', () => {
  const corner = [
    { lng: 0, lat: 0 },
    { lng: 4, lat: 0 },
    { lng: 4, lat: 2 },
    { lng: 2, lat: 2 },
    { lng: 2, lat: 4 },
    { lng: 0, lat: 4 },
  ]
  it.each([
    [1, 1, true],
    [3, 1, true],
    [1, 3, true],
    [3, 3, false],
    [5, 1, false],
    [-1, 1, false],
  ])('%i, %i in an L-shaped area: %s', (lng, lat, inside) => {
    expect(insideArea({ lng, lat }, corner)).toBe(inside)
  })

  it('has nothing inside an empty area', () => {
    expect(insideArea({ lng: 0, lat: 0 }, [])).toBe(false)
  })

  it('estimates the road at 1.3 times the straight line, in whole metres', () => {
    expect(estimatedMetres(1001)).toBe(1301)
  })
})

describe('nationalCalendar', () => {
  it('agrees with the published calendar of 2026', () => {
    const calendar = nationalCalendar()
    const of = (dates: ReadonlySet<string>) => [...dates].filter((date) => date.startsWith('2026')).sort()
    expect(of(calendar.holidays)).toEqual(of(calendar2026.holidays))
    expect(of(calendar.makeUpWorkdays)).toEqual(of(calendar2026.makeUpWorkdays))
    expect(calendar.publishedYears.has(2026)).toBe(true)
    expect(calendar.publishedYears.has(2003)).toBe(false)
  })
})
