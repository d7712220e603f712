import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { machine } from '../step.ts'
import type { Instant } from '../time.ts'
import { shuntingStatuses, ticketKind } from './codes.ts'
import { OVERDUE_HOLD, systemActions, type TicketProfile } from './ticket.ts'

/*
 * A car is moved from one store to another: it leaves there, is on its way, and arrives. One that belongs to the other store from
 * then on leaves the stock of the one at its departure and joins that of the other at its arrival.
 */

const s = shuntingStatuses.code

export const shuntingSteps = machine(shuntingStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'ticketStatusRefuses',
  steps: {
    edit: { from: [s.waiting], to: 'same', by: 'ticket.shunting' },
    /** Somebody else drives, or sees to the carrier. */
    assign: { from: [s.waiting, s.onTheWay], to: 'same', by: 'ticket.shunting' },
    /** The car leaves its store now. */
    depart: { from: [s.waiting], to: s.onTheWay, by: 'ticket.shunting' },
    /** It will arrive at another time. */
    extend: { from: [s.onTheWay], to: 'same', by: 'ticket.shunting' },
    /** The car is at the other store. */
    arrive: { from: [s.onTheWay], to: s.done, by: 'ticket.shunting' },
    cancel: { from: [s.waiting, s.onTheWay], to: s.cancelled, by: 'ticket.shunting' },
  },
})

export type ShuntingAction = keyof (typeof shuntingSteps)['steps']

const actions: Readonly<Record<ShuntingAction | 'create', string>> = {
  ...systemActions,
  create: '创建工单',
  edit: '修改计划',
  assign: '改派',
  depart: '出发',
  extend: '调整到达时间',
  arrive: '到达',
  cancel: '取消工单',
}

export const shunting = {
  kind: ticketKind.shunting,
  path: 'shunting',
  key: 'ticket.shunting',
  number: 'SD',
  occupancy: occupancyKind.shunting,
  noun: '调车单',
  statuses: shuntingStatuses,
  groups: { todo: [s.waiting], running: [s.onTheWay], done: [s.done], cancelled: [s.cancelled] },
  words: { begin: '出发', end: '到达' },
  actions,
} as const satisfies TicketProfile

/** Pictures of a car at each end: front, rear, left, right. */
export const SHUNTING_PHOTOS = 4

/** A planned move of a car between pools, as its ticket stands. */
export interface Moving {
  readonly status: number
  readonly planEnd: Instant
}

/** One that has not left by the time at which it should have arrived counts for nothing: the car is where it was. */
export const isForgotten = ({ status, planEnd }: Moving, now: Instant): boolean =>
  status === s.waiting && planEnd <= now

/** When it arrives, as far as is known: a car that should be there and is not is expected some time ahead of now. */
export const arrivesAt = ({ planEnd }: Moving, now: Instant): Instant => (planEnd <= now ? now + OVERDUE_HOLD : planEnd)
