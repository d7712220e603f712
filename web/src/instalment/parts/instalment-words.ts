import { instalmentStatus, instalmentStatuses } from '@cheyi/domain/instalment/codes'
import { isOverdueRow } from '@cheyi/domain/instalment/steps'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import type { Tone } from '../../ui/show/tag.tsx'

export type PlanRow = OutputOf<typeof calls.instalment.list>['rows'][number]

const tones: Readonly<Record<number, Tone>> = {
  [instalmentStatus.due]: 'warning',
  [instalmentStatus.partlyPaid]: 'warning',
  [instalmentStatus.paid]: 'success',
  [instalmentStatus.overdue]: 'danger',
}

/** State of a row: overdue is a word for money, not for cars. */
export const rowMark = ({
  status,
  daysLate,
}: Pick<PlanRow, 'status' | 'daysLate'>): { readonly tone: Tone; readonly text: string } => ({
  tone: tones[status] ?? 'neutral',
  text: isOverdueRow(status) && daysLate > 0 ? `逾期${daysLate}天` : instalmentStatuses.text(status),
})

/** Principal and late fee that are open, fen. */
export const owedOf = ({ open, feeOpen }: PlanRow): number => open + feeOpen

/** What is collected next: rows are paid in their order. */
export const nextRow = (rows: readonly PlanRow[]): PlanRow | undefined => rows.find((row) => owedOf(row) > 0)
