import { isWaivedExpense } from '@cheyi/domain/money/expense/codes'
import { changeText, type Line } from '../parts/money/settlement-words.ts'
import type { Expense, Task } from '../parts/types.ts'

/** The amount owed is the rest after the prepayment. */
export const isRest = ({ prepay, prepayDue }: Pick<Task['order'], 'prepay' | 'prepayDue'>): boolean =>
  prepay !== null && prepayDue === 0

/** The parts of the amount due at a pickup; zero parts stay, so that two readings can be compared. */
export const pickupDue = (
  { order, early }: { readonly order: Pick<Task['order'], 'owed'>; readonly early: Task['early'] },
  expenses: readonly Pick<Expense, 'status' | 'amount'>[],
): Line[] => [
  { label: order.owed < 0 ? '已预付' : '订单未付', fen: order.owed },
  { label: '提前取车差额', fen: early?.difference ?? 0 },
  {
    label: '附加费用',
    fen: expenses.filter(({ status }) => !isWaivedExpense(status)).reduce((total, { amount }) => total + amount, 0),
  },
]

export const sumOf = (lines: readonly Line[]): number => lines.reduce((total, { fen }) => total + fen, 0)

/** Differences between two readings: `附加费用：¥30.00 → ¥50.00`. */
export const dueChanges = (before: readonly Line[], after: readonly Line[]): string[] =>
  after.flatMap(({ label, fen }, part) => changeText(label, before[part]?.fen ?? 0, fen))
