import { describe, expect, it } from 'vitest'
import { aheadChoices, calendarLength, pastChoices } from './date-range-choices.ts'

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

describe('aheadChoices', () => {
  const friday = { today: '2026-11-20', min: '2022-01-01', start: '2026-11-20' }

  it('ends whole days on their last day and timed ones as many days later', () => {
    const whole = aheadChoices({ ...friday, wholeDays: true }).find((choice) => choice.label === '3天')
    const timed = aheadChoices({ ...friday, wholeDays: false }).find((choice) => choice.label === '3天')
    expect([whole?.from, whole?.to]).toEqual(['2026-11-20', '2026-11-22'])
    expect([timed?.from, timed?.to]).toEqual(['2026-11-20', '2026-11-23'])
  })
  it('takes the weekend ahead, on Sunday the one that is running', () => {
    const weekend = (today: string, min: string) =>
      aheadChoices({ today, min, start: today, wholeDays: true }).find((choice) => choice.label === '周末')?.from
    expect(weekend('2026-11-20', '2022-01-01')).toBe('2026-11-21')
    expect(weekend('2026-11-22', '2022-01-01')).toBe('2026-11-21')
    expect(weekend('2026-11-22', '2026-11-22')).toBe('2026-11-28')
  })
  it('never begins before the first day that can be chosen', () => {
    const choices = aheadChoices({ today: '2026-11-20', min: '2026-11-20', start: '2026-11-01', wholeDays: true })
    expect(choices.every((choice) => choice.from >= '2026-11-20')).toBe(true)
  })
})

describe('pastChoices', () => {
  const words = (today: string, max: string) =>
    pastChoices({ today, max }).map(({ label, from, to }) => `${label} ${from} ${to}`)

  it('looks back, and never beyond the last day that can be chosen', () => {
    expect(words('2026-11-25', '2026-11-25')).toEqual([
      '今天 2026-11-25 2026-11-25',
      '昨天 2026-11-24 2026-11-24',
      '本周 2026-11-23 2026-11-25',
      '上周 2026-11-16 2026-11-22',
      '本月 2026-11-01 2026-11-25',
      '上月 2026-10-01 2026-10-31',
    ])
  })
  it('takes whole weeks and months where days ahead can be chosen, and a week ends on Sunday', () => {
    expect(words('2026-11-29', '2028-01-01').slice(2)).toEqual([
      '本周 2026-11-23 2026-11-29',
      '上周 2026-11-16 2026-11-22',
      '本月 2026-11-01 2026-11-30',
      '上月 2026-10-01 2026-10-31',
    ])
    expect(words('2027-01-01', '2028-01-01').slice(3)).toEqual([
      '上周 2026-12-21 2026-12-27',
      '本月 2027-01-01 2027-01-31',
      '上月 2026-12-01 2026-12-31',
    ])
  })
})
