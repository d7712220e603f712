import { expect, it } from 'vitest'
import { addDays, HOUR, startOfDate } from '../../time.ts'
import { instalmentStatus as s } from './codes.ts'
import { type RemindedRow, reminderOf } from './reminder.ts'

const row: RemindedRow = { id: '7', status: s.notDue, dueOn: '2027-02-28', agreedAt: startOfDate('2027-01-30') }
const at = (days: number, hour = 10) => startOfDate(addDays(row.dueOn, days)) + hour * HOUR
const refs = (from: number, to: number, given: Partial<RemindedRow> = {}) => {
  const told = new Map<string, number>()
  for (let day = from; day <= to; day++) {
    const reminder = reminderOf({ ...row, ...given }, 3, at(day))
    if (reminder !== null && !told.has(reminder.ref)) told.set(reminder.ref, day)
  }
  return [...told]
}

it('is sent three days before, on the first day with a late fee, then weekly', () => {
  expect(refs(-30, 19)).toEqual([
    ['7:2027-02-28', -3],
    ['7:2027-02-28:0', 4],
    ['7:2027-02-28:1', 11],
    ['7:2027-02-28:2', 18],
  ])
})

it('is sent later when no job ran, not at night, and not after its time', () => {
  expect(reminderOf(row, 3, at(-3, 9))).toBe(null)
  expect(reminderOf(row, 3, at(-2, 15))).toMatchObject({ ref: '7:2027-02-28' })
  expect(refs(-1, 3)).toEqual([['7:2027-02-28', -1]])
  expect(refs(0, 3)).toEqual([])
})

it('is not sent for a row that was agreed after its due date, or is settled', () => {
  expect(refs(-3, 3, { agreedAt: at(-2) })).toEqual([])
  expect(refs(-30, 30, { status: s.paid })).toEqual([])
  expect(refs(-30, 30, { status: s.void })).toEqual([])
})

it('is sent once more for a postponed row', () => {
  expect(refs(-3, 14, { dueOn: addDays(row.dueOn, 10) })).toEqual([
    ['7:2027-03-10', 7],
    ['7:2027-03-10:0', 14],
  ])
})
