import type { CodeOf, Codes } from '../../enumeration.ts'
import { formatDays } from '../../length.ts'
import type { PermissionKey } from '../../permission.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../../time.ts'
import type { ticketKinds } from './codes.ts'

/* What all kinds of tickets have in common. A ticket with a plan occupies its car, so that the car is not sold for that time. */

export type TicketKind = CodeOf<typeof ticketKinds>

/** The most vehicles of one batch of tickets. */
export const MAX_TICKET_BATCH = 50

/** Tabs of the ticket list. */
export const ticketGroups = { todo: '待办', running: '进行中', done: '已完成', cancelled: '已取消' } as const
export type TicketGroup = keyof typeof ticketGroups

/** Differences between the kinds of tickets that shared code needs. */
export interface TicketProfile {
  readonly kind: TicketKind
  /** Spelling in paths, calls and events. */
  readonly path: 'relocation' | 'maintenance' | 'yearly'
  readonly key: PermissionKey
  /** Prefix of its numbers. */
  readonly number: 'SD' | 'WB' | 'NJ'
  /** Kind of the occupancy of its car. */
  readonly occupancy: 1 | 2 | 3
  readonly noun: string
  readonly statuses: Codes<number>
  /** Statuses by tab: not started, started, done, cancelled. */
  readonly groups: Readonly<Record<TicketGroup, readonly number[]>>
  /** Names of its start and its end. */
  readonly words: { readonly begin: string; readonly end: string }
  /** Labels of its history. */
  readonly actions: Readonly<Record<string, string>>
}

/** A start this far in the past is accepted, because a form may have been open for a while. */
const LATE_FORM = 15 * MINUTE
const LONGEST_PLAN = 90 * DAY
/** The car of an overdue ticket stays blocked for this time from now. */
export const OVERDUE_HOLD = 2 * HOUR

export interface Plan {
  readonly from: Instant
  readonly to: Instant
}

/** The first problem of a plan, with its field; null when there is none. */
export function planProblem(
  of: TicketProfile,
  plan: Plan,
  now: Instant,
): { readonly field: 'planStart' | 'planEnd'; readonly message: string } | null {
  if (plan.from < now - LATE_FORM) return { field: 'planStart', message: `${planWords(of).start}不能早于当前时间` }
  return endProblem(of, plan)
}

/** The same for a started ticket. */
export function endProblem(
  of: TicketProfile,
  { from, to }: Plan,
): { readonly field: 'planEnd'; readonly message: string } | null {
  const { start, end } = planWords(of)
  if (to <= from) return { field: 'planEnd', message: `${end}须晚于${start}` }
  if (to - from > LONGEST_PLAN) return { field: 'planEnd', message: `计划时长不能超过${formatDays(LONGEST_PLAN)}` }
  return null
}

/** Labels of the two ends of its plan. */
export const planWords = ({ words: { begin, end } }: TicketProfile) => ({ start: `计划${begin}`, end: `计划${end}` })

/** One entry of a ticket's history. */
export interface TicketLog {
  /** Epoch ms. */
  readonly at: Instant
  readonly by: string
  readonly action: string
  readonly note: string
}

/** Labels of actions by the system in the history. */
export const systemActions = { giveWay: '计划顺延' } as const

/** The rental that has the car of a ticket. */
export interface Keeper {
  /** Agreed return. */
  readonly dueAt: Instant
  /** How long before the start of the ticket the car must be back, ms. */
  readonly ready: number
  /** The return is expected at least this long after now, ms. */
  readonly ahead: number
}

const QUARTER = 15 * MINUTE

/**
 * A later start for a ticket that has not started, when its car is so overdue that the plan is not possible; null
 * while it is. The delay is expected to double, up to a day, so that a plan is not moved every few minutes.
 */
export function givesWayTo(planStart: Instant, { dueAt, ready, ahead }: Keeper, now: Instant): Instant | null {
  if (dueAt >= now || now + ready <= planStart) return null
  return Math.ceil((now + Math.max(ahead, Math.min(now - dueAt, DAY))) / QUARTER) * QUARTER
}
