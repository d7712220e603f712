import { commissionState } from '@cheyi/domain/insight/commission/codes'
import { addMonths, localDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'

export type Statement = OutputOf<typeof calls.commission.statement>

export const stateTones = { [commissionState.draft]: 'warning', [commissionState.confirmed]: 'success' } as const

const MONTHS = 12

/** Months to choose from, the newest first. `ahead`: the first of them is that many months after the last one that is over. */
export function useMonths(ahead = 0) {
  const running = `${localDate(useNow()).slice(0, 7)}-01`
  return Array.from({ length: MONTHS }, (_, ago) => addMonths(running, ahead - 1 - ago)).map((month) => ({
    value: month,
    label: month.slice(0, 7),
  }))
}
