import { expect, it } from 'vitest'
import {
  clampDate,
  daysBetween,
  daysIn,
  firstOf,
  isDate,
  monthOf,
  plusDays,
  shortDate,
  weekdayOf,
} from './civil-date.ts'

it('walks over months, years and leap days', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysBetween('2022-01-01', '2026-11-20')).toBe(1784)
})

it('counts months without gaps', () => {
  expect(firstOf(monthOf('2026-12-09') + 1)).toBe('2027-01-01')
  expect([daysIn(monthOf('2026-02-01')), daysIn(monthOf('2028-02-01')), daysIn(monthOf('2026-12-01'))]).toEqual([
    28, 29, 31,
  ])
})

it('knows weekdays', () => {
  expect(weekdayOf('2026-11-20')).toBe(5)
  expect(weekdayOf('2026-11-22')).toBe(0)
})

it('writes the year only when it is another', () => {
  expect(shortDate('2026-11-20', '2026-01-01')).toBe('11-20')
  expect(shortDate('2027-02-28', '2026-01-01')).toBe('2027-02-28')
})

it('keeps dates within their bounds', () => {
  expect(clampDate('2021-01-01', '2022-01-01', '2026-01-01')).toBe('2022-01-01')
  expect(clampDate('2027-01-01', '2022-01-01', '2026-01-01')).toBe('2026-01-01')
})

it('tells a whole date from a part of one and from one that no calendar has', () => {
  expect(['2026-02-28', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1', ''].map(isDate)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
