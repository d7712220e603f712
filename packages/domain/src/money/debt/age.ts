import { enumeration } from '../../enumeration.ts'

/*
 * 账龄: age of a debt in days since it was due: the day when the order's business ended, or when the debt was
 * charged, whichever is later, and for a company its days to pay (账期) more. A payment pays the oldest debt first.
 */

export const debtAges = enumeration({
  /** Due today or later, so that it is not late. */
  notDue: [1, '未到期'],
  days30: [2, '1–30天'],
  days60: [3, '31–60天'],
  days90: [4, '61–90天'],
  older: [5, '90天以上'],
})
export const debtAge = debtAges.code

/** The highest number of days late per age, except the last age; youngest first. */
export const ageLimits = [
  [debtAge.notDue, 0],
  [debtAge.days30, 30],
  [debtAge.days60, 60],
  [debtAge.days90, 90],
] as const
