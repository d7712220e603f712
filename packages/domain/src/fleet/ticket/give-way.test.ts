import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../time.ts'
import { givesWayTo } from './ticket.ts'

/** A customer who was due at 10:00, whose car needs an hour of turnaround and is expected an hour and a half from now. */
const ten = Date.parse('2026-11-25T10:00:00+08:00')
const keeper = { dueAt: ten, ready: HOUR, ahead: 90 * MINUTE }

it.each([
  ['in time', 3 * HOUR, 0, null],
  ['late, and there is time to get the car ready', 3 * HOUR, 2 * HOUR, null],
  ['a minute later there is not', 3 * HOUR, 2 * HOUR + MINUTE, 4 * HOUR + 15 * MINUTE],
  ['just late, where the plan begins at once', HOUR, MINUTE, HOUR + 45 * MINUTE],
  ['long late: as much again', 6 * HOUR, 5 * HOUR + MINUTE, 10 * HOUR + 15 * MINUTE],
  ['by days: by a day', 90 * HOUR, 89 * HOUR + MINUTE, 89 * HOUR + DAY + 15 * MINUTE],
])('a ticket is postponed for a car that is %s', (_, plan, now, expected) => {
  expect(givesWayTo(ten + plan, keeper, ten + now)).toBe(expected === null ? null : ten + expected)
})
