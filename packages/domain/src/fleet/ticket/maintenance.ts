import type { CodeOf } from '../../enumeration.ts'
import type { Fen } from '../../money.ts'
import { type Block, machine } from '../../step.ts'
import type { LocalDate } from '../../time.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { type costPayers, maintenanceStatuses, maintenanceTypes } from './codes.ts'
import { ticketNames } from './kind.ts'
import { systemActions, type TicketProfile } from './ticket.ts'

/* State machine of a maintenance ticket: a car goes to a garage and comes back. */

const s = maintenanceStatuses.code

const { routine, tyre } = maintenanceTypes.code
/** Types that count as the regular maintenance (保养). */
export const careTypes: readonly number[] = [routine, tyre]
export const isCare = (type: number | null): boolean => type !== null && careTypes.includes(type)

/** What a ticket costs, or will cost, fen. */
export interface Spending {
  readonly status: number
  readonly quote: Fen | null
  readonly costs: readonly TicketCost[]
  /** A second person was asked to approve the amount when it was entered, and has not done so. */
  readonly unapproved: boolean
}

/** The amount to be spent: the quote or the costs, whichever is higher; after the work only the costs. */
export const spendingOf = ({ status, quote, costs }: Pick<Spending, 'status' | 'quote' | 'costs'>): Fen =>
  Math.max(costTotal(costs), isEnded(status) ? 0 : (quote ?? 0))

/**
 * Whether an amount that is entered has to be approved by a second person. It is decided then and stays, whatever the limit becomes later:
 * what is a cost of the car must not change with a setting.
 * @param before the amount that the ticket had, and whether that one counted
 */
export function needsApproval(
  fen: Fen,
  before: { readonly fen: Fen; readonly unapproved: boolean; readonly approved: Fen | null },
  limit: Fen,
): boolean {
  const accepted = Math.max(before.approved ?? 0, before.unapproved ? 0 : before.fen)
  return fen > limit && fen > accepted
}

/** The sum of the costs that count: 0 while they wait for approval. */
export const acceptedCost = ({ unapproved, costs }: Spending): Fen => (unapproved ? 0 : costTotal(costs))

const isApproved = ({ unapproved }: Spending): Block | null => (unapproved ? { key: 'ticketNotApproved' } : null)

const every = [s.waiting, s.repairing, s.checking, s.done, s.cancelled] as const
const isEnded = (status: number): boolean => status === s.done || status === s.cancelled

export const maintenanceSteps = machine(maintenanceStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'ticketStatusRefuses',
  steps: {
    edit: { from: [s.waiting], to: 'same', by: 'ticket.maintenance' },
    /** Another assignee. */
    assign: { from: [s.waiting, s.repairing, s.checking], to: 'same', by: 'ticket.maintenance' },
    /** The garage's quote. */
    quote: { from: [s.waiting, s.repairing], to: 'same', by: 'ticket.cost' },
    approve: { from: every, to: 'same', by: 'ticket.cost' },
    refuse: { from: every, to: 'same', by: 'ticket.cost' },
    /** The car is at the garage from now on. */
    send: { from: [s.waiting], to: s.repairing, guard: isApproved, by: 'ticket.maintenance' },
    /** Changes the planned end. */
    extend: { from: [s.repairing, s.checking], to: 'same', by: 'ticket.maintenance' },
    /** The garage has finished. A ready car does not wait for the approval of its bill: the costs only count after the approval. */
    finish: { from: [s.repairing], to: s.checking, by: 'ticket.maintenance' },
    /** Enters costs. Garages send monthly bills, so that costs are entered and corrected after the end too. */
    cost: { from: every, to: 'same', by: 'ticket.cost' },
    accept: { from: [s.checking], to: s.done, by: 'ticket.maintenance' },
    /** The work is not accepted: back to the garage. */
    reject: { from: [s.checking], to: s.repairing, by: 'ticket.maintenance' },
    cancel: { from: [s.waiting, s.repairing], to: s.cancelled, by: 'ticket.maintenance' },
  },
})

export type MaintenanceAction = keyof (typeof maintenanceSteps)['steps']

/** One cost item, fen. */
export interface TicketCost {
  readonly item: string
  readonly amount: Fen
  readonly payer: CodeOf<typeof costPayers>
  /** The date of the bill; missing in older entries. */
  readonly on?: LocalDate
}

export const MAX_COSTS = 30

export const costTotal = (costs: readonly TicketCost[]): Fen => costs.reduce((sum, { amount }) => sum + amount, 0)

const actions: Readonly<Record<MaintenanceAction | 'create', string>> = {
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

export const maintenance = {
  ...ticketNames.maintenance,
  number: 'WB',
  occupancy: occupancyKind.maintenance,
  statuses: maintenanceStatuses,
  groups: { todo: [s.waiting], running: [s.repairing, s.checking], done: [s.done], cancelled: [s.cancelled] },
  words: { begin: '送修', end: '完工' },
  actions,
} as const satisfies TicketProfile
