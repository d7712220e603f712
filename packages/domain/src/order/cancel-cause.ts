import { type CancelReason, cancelReason, type Responsibility, responsibility } from './codes.ts'

/** Causes that the customer does not answer for: no car, force majeure, the channel's own cancel. */
export const freeCancelReasons: readonly CancelReason[] = [
  cancelReason.noVehicle,
  cancelReason.forceMajeure,
  cancelReason.channel,
]

/** Who bears a cancel: a free cause is never the customer's, whoever was named. */
export const bearerOf = (reason: CancelReason, named: Responsibility): Responsibility =>
  named === responsibility.customer && freeCancelReasons.includes(reason) ? responsibility.merchant : named

/** How the order row names who cancelled. */
export const cancelledBy: Readonly<Record<Responsibility, 'customer' | 'merchant' | 'channel'>> = {
  [responsibility.customer]: 'customer',
  [responsibility.merchant]: 'merchant',
  [responsibility.channel]: 'channel',
}

/**
 * Whether a cancel gives its penalty away, by a waiver or by naming somebody else who bears it: it then needs
 * `order.discount` and a reason. Fen.
 */
export const letsOff = (penalty: number, fullPenalty: number): boolean => penalty < fullPenalty
