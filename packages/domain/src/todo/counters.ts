import { type OrderStatus, orderStatus as s } from '../order/codes.ts'
import type { PermissionKey } from '../permission.ts'

/** Counters of the home, each with the key of whoever does that job. */
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
  damage: 'damage.create',
  lost: 'inventory.edit',
  arrange: 'order.arrange',
  conflict: 'order.arrange',
  reassign: 'order.arrange',
  pickup: 'order.pickup',
  return: 'order.return',
  overdue: 'order.return',
  rentalDeposit: 'deposit.release',
  violationDeposit: 'deposit.release',
  papers: 'inventory.edit',
  turnaround: 'inventory.edit',
  oversold: 'stock',
  bill: 'finance.reconcile',
  redInvoice: 'data.money',
  personRequest: 'person.edit',
} as const satisfies Readonly<Record<string, PermissionKey>>
export type Counter = keyof typeof counterKeys
const apart = [
  'papers',
  'turnaround',
  'oversold',
  'bill',
  'redInvoice',
  'personRequest',
] as const satisfies readonly Counter[]
/** Counters of orders; the others count vehicles, what is booked from them, bills, invoices and requests of customers. */
export type OrderCounter = Exclude<Counter, (typeof apart)[number]>
export const isOfOrders = (counter: Counter): counter is OrderCounter =>
  !(apart as readonly Counter[]).includes(counter)

/** The counters that an order stands in, or may come to stand in with time, while it has a status. */
const countersOf: Readonly<Record<OrderStatus, readonly Counter[]>> = {
  [s.notSubmitted]: [],
  [s.submitted]: [],
  [s.confirming]: ['confirm', 'prepay', 'authEnded', 'authExpiry'],
  [s.confirmed]: ['arrange', 'conflict', 'reassign', 'pickup', 'prepay', 'authEnded', 'authExpiry'],
  [s.arranged]: ['reassign', 'pickup', 'prepay', 'authEnded', 'authExpiry'],
  [s.pickedUp]: ['return', 'overdue', 'reassign', 'damage', 'authEnded', 'authExpiry'],
  [s.returned]: [
    'authEnded',
    'authExpiry',
    'refund',
    'payback',
    'debt',
    'damage',
    'lost',
    'rentalDeposit',
    'violationDeposit',
  ],
  [s.cancelling]: ['cancelling', 'refund', 'payback', 'debt'],
  [s.cancelled]: ['debt'],
}

/** The counters that may read differently once an order moved; `was` null when it is new. */
export const countersMoved = (was: OrderStatus | null, status: OrderStatus): Counter[] => [
  ...new Set([...(was === null ? [] : countersOf[was]), ...countersOf[status]]),
]
