import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { formatMoney } from '@cheyi/domain/money'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'
import { sayDate } from '../../../words/dates.ts'
import { say } from '../../../words/words.ts'

export type Owner = OutputOf<typeof calls.owner.detail>
export type Agreement = Owner['agreements'][number]
export type Statement = OutputOf<typeof calls.owner.statement>
export type Part = Statement['parts'][number]

export const stateTones: Readonly<Record<Statement['state'], Tone>> = {
  [ownerStatementState.draft]: 'neutral',
  [ownerStatementState.sent]: 'warning',
  [ownerStatementState.confirmed]: 'primary',
  [ownerStatementState.paid]: 'success',
  [ownerStatementState.objected]: 'danger',
}

/** What is to be paid for a statement, or what the owner owes. */
export const dueText = (due: number): string => (due < 0 ? `车主欠 ${formatMoney(-due)}` : `应付 ${formatMoney(due)}`)

export const daysText = ({ from, to }: { readonly from: string; readonly to: string | null }): string =>
  to === null
    ? say('{from} 至 今后', { from: sayDate(from) })
    : say('{from} 至 {to}', { from: sayDate(from), to: sayDate(to) })
