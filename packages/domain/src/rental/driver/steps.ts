import { machine } from '../../step.ts'
import { driverTaskStatuses, driverTaskStatus as s } from './codes.ts'

/** State machine of a delivery or collection task. An order has at most one open task of each type. */
export const driverTaskSteps = machine(driverTaskStatuses, {
  entry: [s.waiting],
  final: [s.done, s.cancelled],
  refusal: 'orderStatusRefuses',
  steps: {
    /** Another driver or another time. */
    reassign: { from: [s.waiting], to: 'same', by: 'order.arrange' },
    /** The driver saved the first draft of the handover record. */
    start: { from: [s.waiting], to: s.running, by: 'system' },
    /** The handover was confirmed, by this driver or by another account. */
    finish: { from: [s.waiting, s.running], to: s.done, by: 'system' },
    /** Cancelled by the store, or together with the order. */
    cancel: { from: [s.waiting, s.running], to: s.cancelled, by: 'order.arrange' },
    /** An undone handover reopens its task. */
    reopen: { from: [s.done], to: s.running, by: 'order.undo' },
  },
})

/** Not finished: it counts among the driver's tasks of the day. */
export const isOpenTask = (status: number): boolean => status === s.waiting || status === s.running
