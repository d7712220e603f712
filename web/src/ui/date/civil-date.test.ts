import { expect, it } from 'vitest'
import {
  clampDate,
  daysBetween,
  daysIn,
  firstOf,
  gridFrom,
  gridText,
  isDate,
  monthOf,
  plusDays,
  shortDate,
  startOfWeek,
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

it('begins a grid with the week of a day, whatever month it is in, and goes six weeks on', () => {
  const today = '2026-11-28'
  const days = gridFrom(startOfWeek(today))
  expect([days[0], days[6], days.at(-1)]).toEqual(['2026-11-22', today, '2027-01-02'])
  expect(startOfWeek('2026-11-22')).toBe('2026-11-22')
  expect(gridText('2026-11-22', today)).toBe('11-22 ~ 2027-01-02')
})
