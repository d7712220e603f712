import { expect, it } from 'vitest'
import { parseDateTime } from '../../time.ts'
import { closedWords, hoursWords, weekdayWords } from './hours-words.ts'

const day = { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '20:00' }

it('shows windows with their days', () => {
  const night = { weekdays: [5, 6], open: '22:00', close: '02:00', crossMidnight: true, outOfHours: true }
  expect(hoursWords([day, night])).toBe('每天 08:00–20:00；周五、六 22:00–次日02:00（夜间）')
  expect(hoursWords([{ ...day, open: '00:00', close: '00:00', crossMidnight: true }])).toBe('每天 24小时')
  expect(hoursWords([])).toBe('全天营业')
  expect(hoursWords([], '同营业时间')).toBe('同营业时间')
})

it('names the date whose exception closes the store, the evening before too', () => {
  const late = [{ ...day, close: '02:00', crossMidnight: true }]
  const closed = { hours: late, exceptions: [{ date: '2026-02-06', closed: true }] }
  const words = (time: string) => closedWords('取车', closed, parseDateTime(time)!, true)
  expect(words('2026-02-06 12:00')).toBe('取车时间不在营业时间内：门店当天休息')
  expect(words('2026-02-07 01:00')).toBe('取车时间不在营业时间内：门店前一天休息')
  expect(words('2026-02-08 04:00')).toBe('取车时间不在营业时间内：门店营业 每天 08:00–次日02:00')
})

it('names groups of days', () => {
  expect(
    [
      [1, 2, 3, 4, 5],
      [6, 7],
      [3, 1],
    ].map(weekdayWords),
  ).toEqual(['工作日', '周末', '周一、三'])
})
