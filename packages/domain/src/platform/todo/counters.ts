import { type OrderStatus, orderStatus as s } from '../../booking/order/codes.ts'
import type { OrderProfile } from '../../booking/order/kinds.ts'
import type { PermissionKey } from '../../permission.ts'

/** Counters of the home page, each with the permission for that work. */
export const counterKeys = {
  confirm: 'order.confirm',
  cancelling: 'order.cancel',
  refund: 'order.refund',
  payback: 'order.refund',
  payCheck: 'order.payment',
  authEnded: 'deposit.collect',
  authExpiry: 'deposit.collect',
  reimburse: 'order.refundApprove',
  prepay: 'order.payment',
  debt: 'order.payment',
  instalmentDue: 'longOrder.instalment',
  instalmentLate: 'longOrder.instalment',
  damage: 'damage.create',
  lost: 'inventory.edit',
  video: 'order.reissue',
  arrange: 'order.arrange',
  conflict: 'order.arrange',
  reassign: 'order.arrange',
  pickup: 'order.pickup',
  return: 'order.return',
  overdue: 'order.return',
  selfCheck: 'order.selfVerify',
  rentalDeposit: 'deposit.release',
  violationDeposit: 'deposit.release',
  papers: 'inventory.edit',
  turnaround: 'inventory.edit',
  oversold: 'stock',
  bill: 'finance.reconcile',
  redInvoice: 'data.money',
  personRequest: 'person.edit',
  channelDead: 'channel.edit',
  ticketDue: 'ticket',
  ticketApprove: 'ticket.cost',
  ticketAssign: 'ticket',
  ticketReassign: 'ticket',
  illegalMatch: 'illegal.handle',
  illegalTodo: 'illegal.handle',
  illegalClose: 'illegal.handle',
  leaseFiling: 'illegal.handle',
} as const satisfies Readonly<Record<string, PermissionKey>>
export type Counter = keyof typeof counterKeys
export const ticketCounters = [
  'ticketDue',
  'ticketApprove',
  'ticketAssign',
  'ticketReassign',
] as const satisfies readonly Counter[]
export type TicketCounter = (typeof ticketCounters)[number]
/** Those that holders of these permissions see. */
export const ticketCountersOpenTo = (held: ReadonlySet<string>): TicketCounter[] =>
  ticketCounters.filter((counter) => held.has(counterKeys[counter]))
export const illegalCounters = ['illegalMatch', 'illegalTodo', 'illegalClose'] as const satisfies readonly Counter[]
export type IllegalCounter = (typeof illegalCounters)[number]
const apart = [
  'papers',
  'turnaround',
  'oversold',
  'bill',
  'redInvoice',
  'personRequest',
  'channelDead',
  ...ticketCounters,
  ...illegalCounters,
  'leaseFiling',
] as const satisfies readonly Counter[]
/**
 * Counters of orders; the others count vehicles, bookings, bills, invoices, customers' requests, messages to
 * channels, tickets, violations and contracts to file.
 */
export type OrderCounter = Exclude<Counter, (typeof apart)[number]>
export const isOfOrders = (counter: Counter): counter is OrderCounter =>
  !(apart as readonly Counter[]).includes(counter)

/** Counters of orders that are paid by instalments. */
const plans = ['instalmentDue', 'instalmentLate'] as const satisfies readonly OrderCounter[]

/** Whether a counter can apply to orders of that kind. */
export const countsOf = (counter: OrderCounter, { billing }: Pick<OrderProfile, 'billing'>): boolean =>
  billing === 'instalments' || !(plans as readonly OrderCounter[]).includes(counter)

/** Counters that an order can be in, now or later, while it has a status. */
const countersOf: Readonly<Record<OrderStatus, readonly Counter[]>> = {
  [s.notSubmitted]: [],
  [s.submitted]: [],
  [s.confirming]: ['confirm', 'prepay', ...plans, 'authEnded', 'authExpiry'],
  [s.confirmed]: ['arrange', 'conflict', 'reassign', 'pickup', 'prepay', ...plans, 'authEnded', 'authExpiry'],
  [s.arranged]: ['selfCheck', 'reassign', 'pickup', 'prepay', ...plans, 'authEnded', 'authExpiry'],
  [s.pickedUp]: [
    'return',
    'overdue',
    'selfCheck',
    'reassign',
    'refund',
    'payback',
    ...plans,
    'damage',
    'video',
    'authEnded',
    'authExpiry',
  ],
  [s.returned]: [
    'authEnded',
    'authExpiry',
    'refund',
    'payback',
    'debt',
    ...plans,
    'damage',
    'lost',
    'video',
    'rentalDeposit',
    'violationDeposit',
  ],
  [s.cancelling]: ['cancelling', 'refund', 'payback', 'debt', ...plans],
  [s.cancelled]: ['debt', ...plans],
}

/** Counters that may change when an order's status changes; `was` null when it is new. */
export const countersMoved = (was: OrderStatus | null, status: OrderStatus): Counter[] => [
  ...new Set([...(was === null ? [] : countersOf[was]), ...countersOf[status]]),
]
