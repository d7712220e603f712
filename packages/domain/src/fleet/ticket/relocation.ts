import { machine } from '../../step.ts'
import type { Instant } from '../../time.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { relocationStatuses } from './codes.ts'
import { ticketNames } from './kind.ts'
import { OVERDUE_HOLD, systemActions, type TicketProfile } from './ticket.ts'

/*
 * State machine of a relocation ticket: a car is moved from one store to another. If its home store changes, it
 * leaves the stock of the first store at the departure and joins that of the other at the arrival.
 */

const s = relocationStatuses.code

export const relocationSteps = machine(relocationStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'ticketStatusRefuses',
  steps: {
    edit: { from: [s.waiting], to: 'same', by: 'ticket.relocation' },
    /** Another driver, or another person for the carrier. */
    assign: { from: [s.waiting, s.onTheWay], to: 'same', by: 'ticket.relocation' },
    /** The car leaves its store now. */
    depart: { from: [s.waiting], to: s.onTheWay, by: 'ticket.relocation' },
    /** Changes the planned arrival. */
    extend: { from: [s.onTheWay], to: 'same', by: 'ticket.relocation' },
    /** The car is at the other store. */
    arrive: { from: [s.onTheWay], to: s.done, by: 'ticket.relocation' },
    cancel: { from: [s.waiting, s.onTheWay], to: s.cancelled, by: 'ticket.relocation' },
  },
})

export type RelocationAction = keyof (typeof relocationSteps)['steps']

const actions: Readonly<Record<RelocationAction | 'create', string>> = {
  ...systemActions,
  create: '创建工单',
  edit: '修改计划',
  assign: '改派',
  depart: '出发',
  extend: '调整到达时间',
  arrive: '到达',
  cancel: '取消工单',
}

export const relocation = {
  ...ticketNames.relocation,
  number: 'SD',
  occupancy: occupancyKind.relocation,
  statuses: relocationStatuses,
  groups: { todo: [s.waiting], running: [s.onTheWay], done: [s.done], cancelled: [s.cancelled] },
  words: { begin: '出发', end: '到达' },
  actions,
} as const satisfies TicketProfile

/** Photos of a car at each end: front, rear, left, right. */
export const RELOCATION_PHOTOS = 4

/** A planned move of a car between pools, by its ticket. */
export interface Moving {
  readonly status: number
  readonly planEnd: Instant
}

/** A ticket whose car has not departed by the planned arrival is ignored: the car is still where it was. */
export const isForgotten = ({ status, planEnd }: Moving, now: Instant): boolean =>
  status === s.waiting && planEnd <= now

/** The expected arrival: for an overdue car some time from now. */
export const arrivesAt = ({ planEnd }: Moving, now: Instant): Instant => (planEnd <= now ? now + OVERDUE_HOLD : planEnd)
