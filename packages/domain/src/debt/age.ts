import { enumeration } from '../enumeration.ts'

/*
 * How old debts are (账龄), by the days since they fell due: on the day when the order's business ended, or when they were
 * charged, where that was later. What is paid pays the oldest first.
 */

export const debtAges = enumeration({
  /** Due today: nobody is late yet. */
  notDue: [1, '未到期'],
  days30: [2, '1–30天'],
  days60: [3, '31–60天'],
  days90: [4, '61–90天'],
  older: [5, '90天以上'],
})
export const debtAge = debtAges.code

/** The most days late of each age but the last, youngest first. */
export const ageLimits = [
  [debtAge.notDue, 0],
  [debtAge.days30, 30],
  [debtAge.days60, 60],
  [debtAge.days90, 90],
] as const
