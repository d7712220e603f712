import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { expect, it } from 'vitest'
import { type PlanRow, planShares } from './instalment-words.ts'

const row = (status: number, dueDate: string, open = 420_000, feeOpen = 0) =>
  ({ status, dueDate, open, feeOpen }) as PlanRow
const words = (rows: readonly PlanRow[], today: string) => planShares(rows, today).map(({ label }) => label)

it('a plan is told by its rows: a fee that is open keeps one late, one paid in part is due by its date', () => {
  const plan = [
    row(s.paid, '2027-01-31', 0),
    row(s.overdue, '2027-02-28', 0, 2520),
    row(s.partlyPaid, '2027-03-31', 100_000),
    row(s.partlyPaid, '2027-04-30', 100_000),
    row(s.notDue, '2027-05-31'),
  ]
  expect(words(plan, '2027-04-01')).toEqual(['已付1期', '逾期1期', '待付1期', '未到期2期'])
  // The job of the morning has not run yet.
  expect(words([row(s.notDue, '2027-05-31')], '2027-05-31')).toEqual(['待付1期'])
  expect(words([row(s.paid, '2027-01-31', 0)], '2027-04-01')).toEqual(['已付1期'])
})
