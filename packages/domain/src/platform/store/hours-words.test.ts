import { expect, it } from 'vitest'
import { hoursWords, weekdayWords } from './hours-words.ts'

const day = { weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '20:00' }

it('shows windows with their days', () => {
  const night = { weekdays: [5, 6], open: '22:00', close: '02:00', crossMidnight: true, outOfHours: true }
  expect(hoursWords([day, night])).toBe('每天 08:00–20:00；周五、六 22:00–次日02:00（夜间）')
  expect(hoursWords([{ ...day, open: '00:00', close: '00:00', crossMidnight: true }])).toBe('每天 24小时')
  expect(hoursWords([])).toBe('全天营业')
  expect(hoursWords([], '同营业时间')).toBe('同营业时间')
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
