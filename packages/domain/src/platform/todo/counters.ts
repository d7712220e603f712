import { type OrderStatus, orderStatus as s } from '../../booking/order/codes.ts'
import type { OrderProfile } from '../../booking/order/kinds.ts'
import { rowsOf } from '../../features.ts'
import { type CounterOf, countersOf, type PendingSubject, waitKeys } from '../pending-work/kinds.ts'

/**
 * Counters of the home page, each with the permission for that work. Those of pending work are rows of `pendingKinds`; the
 * others count records that meet a condition.
 */
const conditionKeys = rowsOf('counters')
export type ConditionCounter = keyof typeof conditionKeys
export const counterKeys = { ...waitKeys, ...conditionKeys } as const
export type Counter = keyof typeof counterKeys

export type OrderCounter = CounterOf<'order'>
export type TicketCounter = CounterOf<'ticket'>
export const ticketCounters = countersOf('ticket')
/** Those that holders of these permissions see. */
export const countersOpenTo = <S extends PendingSubject>(subject: S, held: ReadonlySet<string>): CounterOf<S>[] =>
  countersOf(subject).filter((counter) => held.has(counterKeys[counter]))
export const ticketCountersOpenTo = (held: ReadonlySet<string>): TicketCounter[] => countersOpenTo('ticket', held)

/** Counters of orders that are paid by instalments. */
const plans = ['instalmentDue', 'instalmentLate'] as const satisfies readonly OrderCounter[]

/** Whether a counter can apply to orders of that kind. */
export const countsOf = (counter: OrderCounter, { billing }: Pick<OrderProfile, 'billing'>): boolean =>
  billing === 'instalments' || !(plans as readonly OrderCounter[]).includes(counter)

/** Counters that an order can be in, now or later, while it has a status. */
const countersIn: Readonly<Record<OrderStatus, readonly Counter[]>> = {
  [s.notSubmitted]: [],
  [s.submitted]: [],
  [s.confirming]: ['confirm', 'prepay', ...plans, 'authEnded', 'authExpiry'],
  [s.confirmed]: ['arrange', 'conflict', 'reassign', 'pickup', 'prepay', ...plans, 'authEnded', 'authExpiry'],
  [s.arranged]: ['selfCheck', 'unprinted', 'reassign', 'pickup', 'prepay', ...plans, 'authEnded', 'authExpiry'],
  [s.pickedUp]: [
    'return',
    'overdue',
    'selfCheck',
    'reassign',
    'refund',
    'refundTask',
    ...plans,
    'damage',
    'video',
    'unprinted',
    'authEnded',
    'authExpiry',
  ],
  [s.returned]: [
    'authEnded',
    'authExpiry',
    'refund',
    'refundTask',
    'debt',
    ...plans,
    'damage',
    'lost',
    'video',
    'unprinted',
    'rentalDeposit',
    'violationDeposit',
  ],
  [s.cancelling]: ['cancelling', 'refund', 'refundTask', 'debt', 'unprinted', ...plans],
  [s.cancelled]: ['debt', 'unprinted', ...plans],
}

/** Counters that may change when an order's status changes; `was` null when it is new. */
export const countersMoved = (was: OrderStatus | null, status: OrderStatus): Counter[] => [
  ...new Set([...(was === null ? [] : countersIn[was]), ...countersIn[status]]),
]
