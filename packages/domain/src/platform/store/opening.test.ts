import { expect, it } from 'vitest'
import { parseDateTime } from '../../time.ts'
import { isOpen, type OpeningWindow } from './opening.ts'

const day: OpeningWindow = { weekdays: [1, 2, 3, 4, 5], open: '08:00', close: '20:00' }
const night: OpeningWindow = { weekdays: [5], open: '22:00', close: '02:00', crossMidnight: true }
const at = (text: string) => parseDateTime(text)!

it.each([
  ['2026-11-20 08:00', true],
  ['2026-11-20 20:00', true],
  ['2026-11-20 20:01', false],
  ['2026-11-20 22:30', true],
  ['2026-11-21 01:59', true],
  ['2026-11-21 10:00', false],
])('a Friday with a late window: %s → %s', (time, open) => {
  expect(isOpen([day, night], [], at(time))).toBe(open)
})

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const late: OpeningWindow = { weekdays: everyDay, open: '08:00', close: '02:00', crossMidnight: true }

it.each([
  ['2026-02-05 23:59', true],
  ['2026-02-06 00:00', false],
  ['2026-02-06 12:00', false],
  ['2026-02-06 23:59', false],
  ['2026-02-07 00:00', true],
])('a store without hours that is closed on 6 February: %s → %s', (time, open) => {
  expect(isOpen([], [{ date: '2026-02-06', closed: true }], at(time))).toBe(open)
})

it.each([
  ['2026-02-06 01:00', true],
  ['2026-02-06 12:00', false],
  ['2026-02-07 01:00', false],
  ['2026-02-07 08:00', true],
])('a night belongs to the date on which it begins, with the 6th closed: %s → %s', (time, open) => {
  expect(isOpen([late], [{ date: '2026-02-06', closed: true }], at(time))).toBe(open)
})

it.each([
  ['2026-02-05 12:00', false],
  ['2026-02-05 18:00', true],
  ['2026-02-06 01:00', true],
  ['2026-02-06 03:00', false],
  ['2026-02-06 12:00', true],
])('special hours past midnight reach into the next date: %s → %s', (time, open) => {
  const special = [{ date: '2026-02-05', hours: [{ ...late, open: '18:00' }] }]
  expect(isOpen([{ ...late, close: '20:00', crossMidnight: false }], special, at(time))).toBe(open)
})

it('uses the exception of a date, and never closes without hours', () => {
  expect(isOpen([day], [{ date: '2026-11-20', closed: true }], at('2026-11-20 10:00'))).toBe(false)
  expect(isOpen([], [], at('2026-11-20 03:00'))).toBe(true)
})
