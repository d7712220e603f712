import { formatMoment } from '@cheyi/domain/near'
import { maintainceStatus } from '@cheyi/domain/ticket/codes'
import { isInHand, isOpenTicket, isOverdue, statusWord } from '@cheyi/domain/ticket/maintaince'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import type { Tone } from '../../ui/show/tag.tsx'

export type TicketRow = OutputOf<typeof calls.ticket.hub>['open'][number]
export type Ticket = OutputOf<typeof calls.ticket.maintainceDetail>
export type Effect = Pick<OutputOf<typeof calls.ticket.preview>, 'moved' | 'pinned' | 'harmed'>

const tones: Readonly<Record<number, Tone>> = {
  [maintainceStatus.waiting]: 'warning',
  [maintainceStatus.repairing]: 'primary',
  [maintainceStatus.checking]: 'purple',
  [maintainceStatus.done]: 'success',
  [maintainceStatus.cancelled]: 'neutral',
}

/** What a ticket is at: its status, that it is late, that nobody sees to it any more. */
export function tagsOf(ticket: TicketRow, now: number): { text: string; tone: Tone }[] {
  return [
    { text: statusWord(ticket), tone: tones[ticket.status] ?? 'neutral' },
    ...(isOverdue(ticket, now) ? [{ text: '超时', tone: 'danger' } as const] : []),
    ...(ticket.assigneeGone && isOpenTicket(ticket.status) ? [{ text: '待改派', tone: 'danger' } as const] : []),
  ]
}

/** When it is due, or when it ended. */
export function dueWords({ status, planStart, planEnd, actualEnd }: TicketRow, now: number): string {
  if (actualEnd !== null) return `${formatMoment(actualEnd, now)} 结束`
  if (!isOpenTicket(status)) return ''
  if (isInHand(status) && planEnd !== null) return `${formatMoment(planEnd, now)} 前完工`
  return planStart === null ? '未预约时间' : `${formatMoment(planStart, now)} 送修`
}
