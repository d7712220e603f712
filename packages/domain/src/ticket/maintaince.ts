import type { CodeOf } from '../enumeration.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import type { Fen } from '../quote/money.ts'
import { type Block, machine } from '../step.ts'
import type { LocalDate } from '../time.ts'
import { type costPayers, maintainceStatuses, maintainceTypes, ticketKind } from './codes.ts'
import { systemActions, type TicketProfile } from './ticket.ts'

/*
 * A ticket of maintenance: a car goes to a garage and comes back.
 */

const s = maintainceStatuses.code

const { routine, tyre } = maintainceTypes.code
/** What counts as the car's care (保养). */
export const careTypes: readonly number[] = [routine, tyre]
export const isCare = (type: number | null): boolean => type !== null && careTypes.includes(type)

/** What a ticket costs, or will cost, and what of it a second person has approved, fen. */
export interface Spending {
  readonly status: number
  readonly quote: Fen | null
  readonly costs: readonly TicketCost[]
  readonly approved: Fen | null
  /** Up to here nobody is asked. */
  readonly limit: Fen
}

/** What is to be spent: the quote or the costs, whichever is more; once the work is over the costs alone. */
export const spendingOf = ({ status, quote, costs }: Pick<Spending, 'status' | 'quote' | 'costs'>): Fen =>
  Math.max(costTotal(costs), isEnded(status) ? 0 : (quote ?? 0))

/** More is spent than the limit, and no second person has approved that much. */
export function awaitsApproval(spending: Spending): boolean {
  const fen = spendingOf(spending)
  return fen > spending.limit && fen > (spending.approved ?? 0)
}

/** What its costs come to as far as they count: nothing while they wait for a second person. */
export const acceptedCost = (spending: Spending): Fen => (awaitsApproval(spending) ? 0 : costTotal(spending.costs))

const isApproved = (spending: Spending): Block | null =>
  awaitsApproval(spending) ? { key: 'ticketNotApproved' } : null

const every = [s.waiting, s.repairing, s.checking, s.done, s.cancelled] as const
const isEnded = (status: number): boolean => status === s.done || status === s.cancelled

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
    approve: { from: every, to: 'same', by: 'ticket.cost' },
    refuse: { from: every, to: 'same', by: 'ticket.cost' },
    /** The car is at the garage from now on. */
    send: { from: [s.waiting], to: s.repairing, guard: isApproved, by: 'ticket.maintaince' },
    /** It will take longer, or shorter. */
    extend: { from: [s.repairing, s.checking], to: 'same', by: 'ticket.maintaince' },
    /** The garage has finished. A car that is ready does not wait for the approval of its bill: the costs do not count until then. */
    finish: { from: [s.repairing], to: s.checking, by: 'ticket.maintaince' },
    /** What it cost. Garages send bills by the month, so costs are entered and corrected after the end too. */
    cost: { from: every, to: 'same', by: 'ticket.cost' },
    accept: { from: [s.checking], to: s.done, by: 'ticket.maintaince' },
    /** Not as it should be: back to the garage. */
    reject: { from: [s.checking], to: s.repairing, by: 'ticket.maintaince' },
    cancel: { from: [s.waiting, s.repairing], to: s.cancelled, by: 'ticket.maintaince' },
  },
})

export type MaintainceAction = keyof (typeof maintainceSteps)['steps']

/** One thing that was paid for, fen. */
export interface TicketCost {
  readonly item: string
  readonly amount: Fen
  readonly payer: CodeOf<typeof costPayers>
  /** The day of the bill; missing in what was entered before days were asked for. */
  readonly on?: LocalDate
}

export const MAX_COSTS = 30

export const costTotal = (costs: readonly TicketCost[]): Fen => costs.reduce((sum, { amount }) => sum + amount, 0)

const actions: Readonly<Record<MaintainceAction | 'create', string>> = {
  ...systemActions,
  create: '创建工单',
  edit: '修改计划',
  assign: '改派',
  quote: '登记报价',
  approve: '审批通过',
  refuse: '审批不同意',
  send: '送修',
  extend: '调整完工时间',
  finish: '完工',
  cost: '登记费用',
  accept: '验收通过',
  reject: '验收不通过',
  cancel: '取消工单',
}

export const maintaince = {
  kind: ticketKind.maintaince,
  path: 'maintaince',
  key: 'ticket.maintaince',
  number: 'WB',
  occupancy: occupancyKind.maintenance,
  noun: '维保单',
  statuses: maintainceStatuses,
  groups: { todo: [s.waiting], running: [s.repairing, s.checking], done: [s.done], cancelled: [s.cancelled] },
  words: { begin: '送修', end: '完工' },
  actions,
} as const satisfies TicketProfile
