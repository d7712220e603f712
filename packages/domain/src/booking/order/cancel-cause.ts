import { type CancelReason, cancelReason, type Responsibility, responsibility } from './codes.ts'

/** Causes without liability of the customer: no car, force majeure, cancellation by the channel. */
export const freeCancelReasons: readonly CancelReason[] = [
  cancelReason.noVehicle,
  cancelReason.forceMajeure,
  cancelReason.channel,
]

/** Who is liable for a cancellation: never the customer for a free cause, whoever was named. */
export const bearerOf = (reason: CancelReason, named: Responsibility): Responsibility =>
  named === responsibility.customer && freeCancelReasons.includes(reason) ? responsibility.merchant : named

/** Value of the order's row for each liable party. */
export const cancelledBy: Readonly<Record<Responsibility, 'customer' | 'merchant' | 'channel'>> = {
  [responsibility.customer]: 'customer',
  [responsibility.merchant]: 'merchant',
  [responsibility.channel]: 'channel',
}

/**
 * Whether a cancellation reduces the penalty, by a waiver or by naming another liable party: it then needs
 * `order.discount` and a reason. Fen.
 */
export const letsOff = (penalty: number, fullPenalty: number): boolean => penalty < fullPenalty
