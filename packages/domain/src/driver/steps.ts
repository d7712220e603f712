import { machine } from '../step.ts'
import { driverTaskStatuses, driverTaskStatus as s } from './codes.ts'

/** A delivery or collection job. An order has at most one open task of each type. */
export const driverTaskSteps = machine(driverTaskStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'orderStatusRefuses',
  steps: {
    /** Another driver or another time. */
    reassign: { from: [s.waiting], to: 'same', by: 'order.arrange' },
    /** The first draft of the handover record by that driver. */
    start: { from: [s.waiting], to: s.running, by: 'system' },
    /** The handover was confirmed, by whomever. */
    finish: { from: [s.waiting, s.running], to: s.done, by: 'system' },
    /** Taken back by the store, or the order was cancelled. */
    cancel: { from: [s.waiting, s.running], to: s.cancelled, by: 'order.arrange' },
    /** An undone handover opens its task again. */
    reopen: { from: [s.done], to: s.running, by: 'order.undo' },
  },
})

/** Still to be driven: it counts among a driver's tasks of the day. */
export const isOpenTask = (status: number): boolean => status === s.waiting || status === s.running
