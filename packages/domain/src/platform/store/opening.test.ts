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

it('uses the exception of a date, and never closes without hours', () => {
  expect(isOpen([day], [{ date: '2026-11-20', closed: true }], at('2026-11-20 10:00'))).toBe(false)
  expect(isOpen([], [], at('2026-11-20 03:00'))).toBe(true)
})
