import type { CodeOf } from '../enumeration.ts'
import type { Fen } from '../quote/money.ts'
import { type Block, machine } from '../step.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../time.ts'
import { type costPayers, maintainceStatuses } from './codes.ts'

/*
 * A ticket of maintenance: a car goes to a garage and comes back. While it has a plan it takes the car, so nothing is sold on it.
 */

const s = maintainceStatuses.code

/** What the garage asks, and what of it a second person has approved, fen. */
export interface Quoted {
  readonly quote: Fen | null
  readonly approved: Fen | null
  /** Up to here nobody is asked. */
  readonly limit: Fen
}

/** The quote is beyond the limit, and no second person has approved that much. */
export const awaitsApproval = ({ quote, approved, limit }: Quoted): boolean =>
  quote !== null && quote > limit && (approved === null || approved < quote)

const isApproved = (facts: Quoted): Block | null => (awaitsApproval(facts) ? { key: 'ticketNotApproved' } : null)

export const maintainceSteps = machine(maintainceStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'ticketStatusRefuses',
  steps: {
    edit: { from: [s.waiting], to: 'same', by: 'ticket.maintaince' },
    /** Somebody else sees to it. */
    assign: { from: [s.waiting, s.repairing, s.checking], to: 'same', by: 'ticket.maintaince' },
    /** What the garage asks. */
    quote: { from: [s.waiting, s.repairing], to: 'same', by: 'ticket.cost' },
    approve: { from: [s.waiting, s.repairing], to: 'same', by: 'ticket.cost' },
    /** The car is at the garage from now on. */
    send: { from: [s.waiting], to: s.repairing, guard: isApproved, by: 'ticket.maintaince' },
    /** It will take longer, or shorter. */
    extend: { from: [s.repairing, s.checking], to: 'same', by: 'ticket.maintaince' },
    /** The garage has finished. */
    finish: { from: [s.repairing], to: s.checking, guard: isApproved, by: 'ticket.maintaince' },
    /** What it cost; fixed with the end. */
    cost: { from: [s.waiting, s.repairing, s.checking], to: 'same', by: 'ticket.cost' },
    accept: { from: [s.checking], to: s.done, by: 'ticket.maintaince' },
    /** Not as it should be: back to the garage. */
    reject: { from: [s.checking], to: s.repairing, by: 'ticket.maintaince' },
    cancel: { from: [s.waiting, s.repairing], to: s.cancelled, by: 'ticket.maintaince' },
  },
})

export type MaintainceStatus = CodeOf<typeof maintainceStatuses>
export type MaintainceAction = keyof (typeof maintainceSteps)['steps']

/** The car is at the garage, or waits to be looked at there. */
export const isInHand = (status: number): boolean => status === s.repairing || status === s.checking
/** Something of it is still to be done. */
export const isOpenTicket = (status: number): boolean => status === s.waiting || isInHand(status)
/** Statuses in which something is still to be done. */
export const openStatuses = maintainceStatuses.values.filter(isOpenTicket)
export const inHandStatuses = maintainceStatuses.values.filter(isInHand)

/** The tabs of a list of tickets. */
export const ticketGroups = {
  todo: [s.waiting],
  running: inHandStatuses,
  done: [s.done],
  cancelled: [s.cancelled],
} as const satisfies Record<string, readonly MaintainceStatus[]>
export type TicketGroup = keyof typeof ticketGroups

/** A form that was open for a while still begins now. */
export const LATE_FORM = 15 * MINUTE
export const LONGEST_PLAN = 90 * DAY
/** A car that is not back from the garage keeps its place so far ahead of now. */
export const OVERDUE_HOLD = 2 * HOUR

export interface Plan {
  readonly from: Instant
  readonly to: Instant
}

/** What is wrong with a plan, and with which end of it; null when nothing is. */
export function planProblem(
  plan: Plan,
  now: Instant,
): { readonly field: 'planStart' | 'planEnd'; readonly message: string } | null {
  if (plan.from < now - LATE_FORM) return { field: 'planStart', message: '计划开始时间不能早于当前时间' }
  return endProblem(plan)
}

/** The same of a ticket that has begun. */
export function endProblem({ from, to }: Plan): { readonly field: 'planEnd'; readonly message: string } | null {
  if (to <= from) return { field: 'planEnd', message: '计划完成时间须晚于开始时间' }
  if (to - from > LONGEST_PLAN) return { field: 'planEnd', message: '计划时长不能超过90天' }
  return null
}

/** Whether it should have been finished by now, or begun. */
export const isOverdue = (
  {
    status,
    planStart,
    planEnd,
  }: { readonly status: number; readonly planStart: Instant | null; readonly planEnd: Instant | null },
  now: Instant,
): boolean =>
  status === s.waiting ? planStart !== null && planStart < now : isInHand(status) && planEnd !== null && planEnd < now

/** The word for a status, where nobody has been named or no time was set yet. */
export function statusWord(ticket: {
  readonly status: number
  readonly planStart: Instant | null
  readonly assigneeId: string | null
}): string {
  if (ticket.status !== s.waiting) return maintainceStatuses.text(ticket.status)
  if (ticket.assigneeId === null) return '待派单'
  return ticket.planStart === null ? '待预约' : maintainceStatuses.text(ticket.status)
}

/** One thing that was paid for, fen. */
export interface TicketCost {
  readonly item: string
  readonly amount: Fen
  readonly payer: CodeOf<typeof costPayers>
}

export const MAX_COSTS = 30

export const costTotal = (costs: readonly TicketCost[]): Fen => costs.reduce((sum, { amount }) => sum + amount, 0)

/** What was done with a ticket, as its history keeps it. */
export interface TicketLog {
  /** Epoch ms. */
  readonly at: Instant
  readonly by: string
  readonly action: MaintainceAction | 'create'
  readonly note: string
}

export const actionWords: Readonly<Record<TicketLog['action'], string>> = {
  create: '创建工单',
  edit: '修改计划',
  assign: '改派',
  quote: '登记报价',
  approve: '审批报价',
  send: '送修',
  extend: '调整完工时间',
  finish: '完工',
  cost: '登记费用',
  accept: '验收通过',
  reject: '验收不通过',
  cancel: '取消工单',
}
