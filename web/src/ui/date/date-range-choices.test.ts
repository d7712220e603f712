import { describe, expect, it } from 'vitest'
import { calendarLength, quickChoices } from './date-range-choices.ts'

describe('calendarLength', () => {
  it.each([
    ['2026-11-20', '2026-11-20', '1天'],
    ['2026-11-20', '2026-11-22', '3天'],
    ['2026-11-20 00:00', '2026-11-20 23:59', '1天'],
    ['2026-11-20 00:00', '2026-12-01 23:59', '12天'],
    ['2026-11-20 14:00', '2026-11-23 14:00', '3天'],
    ['2026-11-20 10:00', '2026-11-21 17:00', '1天7小时'],
    ['2026-11-20 10:00', '2026-11-20 12:15', '2小时15分'],
    ['2026-11-20 23:50', '2026-11-21 00:10', '20分'],
  ])('%s to %s is %s', (from, to, words) => {
    expect(calendarLength(from, to)).toBe(words)
  })
})

describe('quickChoices', () => {
  const friday = { today: '2026-11-20', min: '2022-01-01', start: '2026-11-20' }

  it('ends whole days on their last day and timed ones as many days later', () => {
    const whole = quickChoices({ ...friday, wholeDays: true }).find((choice) => choice.label === '3天')
    const timed = quickChoices({ ...friday, wholeDays: false }).find((choice) => choice.label === '3天')
    expect([whole?.from, whole?.to]).toEqual(['2026-11-20', '2026-11-22'])
    expect([timed?.from, timed?.to]).toEqual(['2026-11-20', '2026-11-23'])
  })
  it('takes the weekend ahead, on Sunday the one that is running', () => {
    const weekend = (today: string, min: string) =>
      quickChoices({ today, min, start: today, wholeDays: true }).find((choice) => choice.label === '周末')?.from
    expect(weekend('2026-11-20', '2022-01-01')).toBe('2026-11-21')
    expect(weekend('2026-11-22', '2022-01-01')).toBe('2026-11-21')
    expect(weekend('2026-11-22', '2026-11-22')).toBe('2026-11-28')
  })
  it('never begins before the first day that can be chosen', () => {
    const choices = quickChoices({ today: '2026-11-20', min: '2026-11-20', start: '2026-11-01', wholeDays: true })
    expect(choices.every((choice) => choice.from >= '2026-11-20')).toBe(true)
  })
})
