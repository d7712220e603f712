import { describe, expect, it } from 'vitest'
import { dayWord, formatDay, formatDayWord, formatMoment, formatNear, formatPeriod, weekdayWord } from './near.ts'
import { parseDateTime } from './time.ts'

const at = (text: string) => parseDateTime(text)!
const now = at('2026-11-20 09:41')

describe('days as text', () => {
  it.each([
    ['2026-11-20 00:00', '今天'],
    ['2026-11-20 23:59', '今天'],
    ['2026-11-21 00:00', '明天'],
    ['2026-11-19 23:59', '昨天'],
    ['2026-11-22 00:00', null],
    ['2026-11-18 23:59', null],
  ])('%s is %s', (day, word) => expect(dayWord(at(day), now)).toBe(word))

  it('uses the weekday in Asia/Shanghai, not in UTC', () => {
    expect(weekdayWord(at('2026-11-20 00:30'))).toBe('周五')
    expect(weekdayWord(at('2026-11-22 23:30'))).toBe('周日')
  })

  it('omits the current year', () => {
    expect(formatDay(at('2026-11-23 10:00'), now)).toBe('11-23')
    expect(formatDay(at('2027-01-01 00:00'), now)).toBe('2027-01-01')
    expect(formatMoment(at('2026-11-23 10:00'), now)).toBe('11-23 10:00')
    expect(formatMoment(at('2027-02-28 10:00'), now)).toBe('2027-02-28 10:00')
  })

  it('omits the current year of each end of a period', () => {
    expect(formatPeriod(at('2026-11-23 10:00'), at('2027-02-28 10:00'), now)).toBe('11-23 10:00 ~ 2027-02-28 10:00')
    expect(formatPeriod(at('2026-11-23 10:00'), null, now)).toBe('11-23 10:00 起')
  })

  it('adds a word to a date, or replaces the date', () => {
    expect(formatDayWord(at('2026-11-20 10:00'), now)).toBe('11-20 今天')
    expect(formatDayWord(at('2026-11-23 10:00'), now)).toBe('11-23 周一')
    expect(formatDayWord(at('2027-02-28 10:00'), now)).toBe('2027-02-28')
    expect(formatNear(at('2026-11-20 08:40'), now)).toBe('今天 08:40')
    expect(formatNear(at('2026-11-18 20:14'), now)).toBe('11-18 20:14')
  })
})
