import { instalmentStatus, instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { isOverdueRow } from '@cheyi/domain/rental/instalment/steps'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Share } from '../../../ui/show/shares.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

export type PlanRow = OutputOf<typeof calls.instalment.list>['rows'][number]

const tones: Readonly<Record<number, Tone>> = {
  [instalmentStatus.due]: 'warning',
  [instalmentStatus.partlyPaid]: 'warning',
  [instalmentStatus.paid]: 'success',
  [instalmentStatus.overdue]: 'danger',
}

/** Status tag of a row; overdue here refers to the payment, not to the car. */
export const rowMark = ({
  status,
  daysLate,
}: Pick<PlanRow, 'status' | 'daysLate'>): { readonly tone: Tone; readonly text: string } => ({
  tone: tones[status] ?? 'neutral',
  text: isOverdueRow(status) && daysLate > 0 ? `逾期${daysLate}天` : instalmentStatuses.text(status),
})

/** Unpaid principal and late fee, fen. */
export const owedOf = ({ open, feeOpen }: PlanRow): number => open + feeOpen

/** The next row to collect: rows are paid in order. */
export const nextRow = (rows: readonly PlanRow[]): PlanRow | undefined => rows.find((row) => owedOf(row) > 0)

const states = {
  paid: ['已付', 'success'],
  late: ['逾期', 'danger'],
  due: ['待付', 'warning'],
  later: ['未到期', 'neutral'],
} as const satisfies Record<string, readonly [name: string, tone: Share['tone']]>

const stateOf = (row: PlanRow, today: string): keyof typeof states => {
  if (owedOf(row) === 0) return 'paid'
  if (isOverdueRow(row.status)) return 'late'
  return row.dueDate <= today ? 'due' : 'later'
}

/** Progress of a plan on a date, as shares of its rows; empty shares are left out. */
export function planShares(rows: readonly PlanRow[], today: string): Share[] {
  const found = rows.map((row) => stateOf(row, today))
  return (Object.keys(states) as (keyof typeof states)[]).flatMap((key) => {
    const count = found.filter((one) => one === key).length
    const [name, tone] = states[key]
    return count === 0 ? [] : { key, label: `${name}${count}期`, count, tone }
  })
}
