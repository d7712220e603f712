import { isInHand, isOpenTicket, isWaiting, profileOf, statusWord, ticketMarks } from '@cheyi/domain/fleet/ticket/kinds'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { urgencyOf } from '@cheyi/domain/urgency'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { IconName } from '../../../ui/icon.tsx'
import type { StatusMark, Tone } from '../../../ui/show/tag.tsx'

export type TicketRow = OutputOf<typeof calls.ticket.hub>['open'][number]
export type Effect = Pick<OutputOf<typeof calls.ticket.preview>, 'moved' | 'pinned' | 'harmed'>

export const icons: Readonly<Record<ReturnType<typeof profileOf>['path'], IconName>> = {
  relocation: 'swap',
  maintenance: 'wrench',
  yearly: 'shield',
}

/** Color of the status of a ticket. */
export function toneOf(ticket: TicketRow): Extract<StatusMark, Tone> {
  const { groups } = profileOf(ticket.kind)
  if (isWaiting(ticket)) return 'warning'
  // The last status in progress needs an action of the store, so it has its own color.
  if (isInHand(ticket)) return ticket.status === groups.running[0] ? 'primary' : 'purple'
  return groups.done.includes(ticket.status) ? 'success' : 'neutral'
}

/** Tags of a ticket: its status, whether it is late, and whether its assigned employee has left. */
export function tagsOf(ticket: TicketRow, now: number): { text: string; tone: Tone }[] {
  return [
    { text: statusWord(ticket), tone: toneOf(ticket) },
    ...ticketMarks(ticket, now).map((text) => ({ text, tone: 'danger' }) as const),
  ]
}

/** The next step, named by the status without 待: 派单, 出发, 验收. Null for a finished ticket. */
export function nextAct(ticket: TicketRow): string | null {
  if (!isOpenTicket(ticket)) return null
  const word = statusWord(ticket)
  return word.startsWith('待') ? word.slice(1) : profileOf(ticket.kind).words.end
}

/** The earliest proposed start: a quarter hour at least five minutes ahead, so that it is not past when the form is sent. */
export const soonest = (now: number): number => Math.ceil((now + 5 * MINUTE) / (15 * MINUTE)) * 15 * MINUTE
/** The proposed end: two hours after the start. */
export const proposedEnd = (start: number | null): number | undefined => (start === null ? undefined : start + 2 * HOUR)

/** The next step of an open ticket is due within the hour. */
export function isSoon({ planStart, planEnd, ...ticket }: TicketRow, now: number): boolean {
  const at = isInHand(ticket) ? planEnd : planStart
  return at !== null && urgencyOf(at, now) === 'soon'
}
