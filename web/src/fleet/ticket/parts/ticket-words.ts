import { isInHand, isOpenTicket, isOverdue, isWaiting, profileOf, statusWord } from '@cheyi/domain/fleet/ticket/kinds'
import { formatMoment } from '@cheyi/domain/near'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { IconName } from '../../../ui/icon.tsx'
import type { StatusMark, Tone } from '../../../ui/show/tag.tsx'

export type TicketRow = OutputOf<typeof calls.ticket.hub>['open'][number]
export type Effect = Pick<OutputOf<typeof calls.ticket.preview>, 'moved' | 'pinned' | 'harmed'>

export const icons: Readonly<Record<ReturnType<typeof profileOf>['path'], IconName>> = {
  shunting: 'swap',
  maintaince: 'wrench',
  yearly: 'shield',
}

/** Of its status. */
export function toneOf(ticket: TicketRow): Extract<StatusMark, Tone> {
  const { groups } = profileOf(ticket.kind)
  if (isWaiting(ticket)) return 'warning'
  // The last of those in hand is the one that waits for somebody here.
  if (isInHand(ticket)) return ticket.status === groups.running[0] ? 'primary' : 'purple'
  return groups.done.includes(ticket.status) ? 'success' : 'neutral'
}

/** What a ticket is at: its status, that it is late, that nobody sees to it any more. */
export function tagsOf(ticket: TicketRow, now: number): { text: string; tone: Tone }[] {
  return [
    { text: statusWord(ticket), tone: toneOf(ticket) },
    ...(isOverdue(ticket, now) ? [{ text: '超时', tone: 'danger' } as const] : []),
    ...(ticket.awaitsReturn ? [{ text: '车未还，冲突', tone: 'danger' } as const] : []),
    ...(ticket.assigneeGone && isOpenTicket(ticket) ? [{ text: '待改派', tone: 'danger' } as const] : []),
  ]
}

/** What is to be done next, the word of its status without 待: 派单, 出发, 验收. Null where it is over. */
export function nextAct(ticket: TicketRow): string | null {
  if (!isOpenTicket(ticket)) return null
  const word = statusWord(ticket)
  return word.startsWith('待') ? word.slice(1) : profileOf(ticket.kind).words.end
}

/** Where it is, and where it goes: 虹桥机场店 → 浦东机场店. */
export const whereWords = ({ storeName, place }: Pick<TicketRow, 'storeName' | 'place'>): string =>
  [storeName, place].filter(Boolean).join(place.startsWith('→') ? ' ' : ' · ')

/** A plan that is begun now is not late before it is written down. */
export const soonest = (now: number): number => Math.ceil((now + 5 * MINUTE) / (15 * MINUTE)) * 15 * MINUTE
/** How long a plan is proposed for. */
export const planned = (start: number | null): number | undefined => (start === null ? undefined : start + 2 * HOUR)

/** When it is due, or when it ended. */
export function dueWords(ticket: TicketRow, now: number): string {
  const { planStart, planEnd, actualEnd } = ticket
  const { begin, end } = profileOf(ticket.kind).words
  if (actualEnd !== null) return `${formatMoment(actualEnd, now)} 结束`
  if (!isOpenTicket(ticket)) return ''
  if (isInHand(ticket) && planEnd !== null) return `${formatMoment(planEnd, now)} 前${end}`
  return planStart === null ? '未预约时间' : `${formatMoment(planStart, now)} ${begin}`
}
