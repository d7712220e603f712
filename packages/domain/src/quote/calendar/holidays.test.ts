import { describe, expect, it } from 'vitest'
import { calendar2026 } from '../testing.ts'
import { nationalCalendar } from './holidays.ts'

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
