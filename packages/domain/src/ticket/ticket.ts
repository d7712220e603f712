import type { CodeOf, Codes } from '../enumeration.ts'
import type { PermissionKey } from '../permission.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../time.ts'
import type { ticketKinds } from './codes.ts'

/*
 * What all kinds of tickets share. While a ticket has a plan it takes its car, so nothing is sold on it.
 */

export type TicketKind = CodeOf<typeof ticketKinds>

/** As many cars as one batch of tickets takes. */
export const MAX_TICKET_BATCH = 50

/** The tabs of a list of tickets. */
export const ticketGroups = { todo: '待办', running: '进行中', done: '已完成', cancelled: '已取消' } as const
export type TicketGroup = keyof typeof ticketGroups

/** Everything in which the kinds of tickets differ that more than one of them is asked about. */
export interface TicketProfile {
  readonly kind: TicketKind
  /** As addresses, calls and events spell it. */
  readonly path: 'shunting' | 'maintaince' | 'yearly'
  readonly key: PermissionKey
  /** First letters of its numbers. */
  readonly number: 'SD' | 'WB' | 'NJ'
  /** How its car is taken. */
  readonly occupancy: 1 | 2 | 3
  readonly noun: string
  readonly statuses: Codes<number>
  /** Statuses by tab: not begun, begun and not over, done, come to nothing. */
  readonly groups: Readonly<Record<TicketGroup, readonly number[]>>
  /** What its beginning and its end are called. */
  readonly words: { readonly begin: string; readonly end: string }
  /** What its history says was done. */
  readonly actions: Readonly<Record<string, string>>
}

/** A form that was open for a while still begins now. */
const LATE_FORM = 15 * MINUTE
const LONGEST_PLAN = 90 * DAY
/** A car whose ticket is in hand beyond its plan keeps its place so far ahead of now. */
export const OVERDUE_HOLD = 2 * HOUR

export interface Plan {
  readonly from: Instant
  readonly to: Instant
}

/** What is wrong with a plan, and with which end of it; null when nothing is. */
export function planProblem(
  of: TicketProfile,
  plan: Plan,
  now: Instant,
): { readonly field: 'planStart' | 'planEnd'; readonly message: string } | null {
  if (plan.from < now - LATE_FORM) return { field: 'planStart', message: `${planWords(of).start}不能早于当前时间` }
  return endProblem(of, plan)
}

/** The same of a ticket that has begun. */
export function endProblem(
  of: TicketProfile,
  { from, to }: Plan,
): { readonly field: 'planEnd'; readonly message: string } | null {
  const { start, end } = planWords(of)
  if (to <= from) return { field: 'planEnd', message: `${end}须晚于${start}` }
  if (to - from > LONGEST_PLAN) return { field: 'planEnd', message: '计划时长不能超过90天' }
  return null
}

/** What the two ends of its plan are called. */
export const planWords = ({ words: { begin, end } }: TicketProfile) => ({ start: `计划${begin}`, end: `计划${end}` })

/** What was done with a ticket, as its history keeps it. */
export interface TicketLog {
  /** Epoch ms. */
  readonly at: Instant
  readonly by: string
  readonly action: string
  readonly note: string
}

/** What a clock does with a ticket, as its history calls it. */
export const systemActions = { giveWay: '计划顺延' } as const

/** Who has the car that a ticket is to have. */
export interface Keeper {
  /** Until when they were to have it. */
  readonly dueAt: Instant
  /** So long before its begin the car has to be back, ms. */
  readonly ready: number
  /** It is expected so far ahead of now at least, ms. */
  readonly ahead: number
}

const QUARTER = 15 * MINUTE

/**
 * When a ticket that has not begun may begin instead, once whoever has its car is so late that it cannot as planned; null while it can.
 * They are expected to be late by as much again, up to a day: a plan is not moved on every few minutes.
 */
export function givesWayTo(planStart: Instant, { dueAt, ready, ahead }: Keeper, now: Instant): Instant | null {
  if (dueAt >= now || now + ready <= planStart) return null
  return Math.ceil((now + Math.max(ahead, Math.min(now - dueAt, DAY))) / QUARTER) * QUARTER
}
