import { type ActionOf, machine } from '../../step.ts'
import { occupancyKind } from '../inventory/occupancy-codes.ts'
import { yearlyStatuses } from './codes.ts'
import { ticketNames } from './kind.ts'
import { systemActions, type TicketProfile } from './ticket.ts'

/*
 * State machine of a yearly inspection: a car is presented at a station and gets a new certificate, or is repaired
 * and presented again.
 */

const s = yearlyStatuses.code

export const yearlySteps = machine(yearlyStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'ticketStatusRefuses',
  steps: {
    edit: { from: [s.waiting], to: 'same', by: 'ticket.yearly' },
    assign: { from: [s.waiting, s.running, s.again], to: 'same', by: 'ticket.yearly' },
    /** The car is on its way to the station. */
    start: { from: [s.waiting], to: s.running, by: 'ticket.yearly' },
    extend: { from: [s.running, s.again], to: 'same', by: 'ticket.yearly' },
    /** There is a new certificate, which becomes the car's document. */
    pass: { from: [s.running], to: s.done, by: 'ticket.yearly' },
    fail: { from: [s.running], to: s.again, by: 'ticket.yearly' },
    recheck: { from: [s.again], to: s.running, by: 'ticket.yearly' },
    /** A garage repairs what the station found; until the next presentation the car is occupied by the maintenance ticket. */
    repair: { from: [s.again], to: 'same', by: 'ticket.yearly' },
    cancel: { from: [s.waiting, s.running, s.again], to: s.cancelled, by: 'ticket.yearly' },
  },
})

export type YearlyAction = ActionOf<typeof yearlySteps>

const actions: Readonly<Record<YearlyAction | 'create', string>> = {
  ...systemActions,
  create: '创建工单',
  edit: '修改计划',
  assign: '改派',
  start: '开始办理',
  extend: '调整完成时间',
  pass: '合格',
  fail: '不合格',
  recheck: '复检',
  repair: '转维保',
  cancel: '取消工单',
}

export const yearly = {
  ...ticketNames.yearly,
  number: 'NJ',
  occupancy: occupancyKind.inspection,
  statuses: yearlyStatuses,
  groups: { todo: [s.waiting], running: [s.running, s.again], done: [s.done], cancelled: [s.cancelled] },
  words: { begin: '送检', end: '完成' },
  actions,
} as const satisfies TicketProfile
