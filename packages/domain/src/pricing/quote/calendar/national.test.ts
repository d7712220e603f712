import { describe, expect, it } from 'vitest'
import { calendar2026 } from '../testing.ts'
import { packagedCalendar } from './national.ts'

describe('the packaged calendar', () => {
  it('agrees with the published calendar of 2026', () => {
    const [packaged, published] = [packagedCalendar.get(2026)!, calendar2026.get(2026)!]
    expect(Object.keys(packaged.holidays).sort()).toEqual(Object.keys(published.holidays).sort())
    expect(packaged.workdays).toEqual(published.workdays)
    expect(packaged.holidays['2026-10-01']).toBe('国庆节')
    expect(packagedCalendar.has(2003)).toBe(false)
  })
})
