import { depositPayStatus, holdStatus, inHandStatuses } from '../../money/deposit/codes.ts'
import { isUnpaidDeposit, isWaivedDeposit } from '../../money/deposit/status.ts'

/* How a deposit stands, in the words of its customer. */

export const depositStates = [
  'open',
  'later',
  'never',
  'waived',
  'held',
  'frozen',
  'comingBack',
  'back',
  'taken',
  'ended',
] as const
export type DepositState = (typeof depositStates)[number]

interface Facts {
  readonly payStatus: number
  readonly holdStatus: number
  /** It is agreed to be taken at the return. */
  readonly later: boolean
  readonly cancelled: boolean
}

const moved = new Map<number, DepositState>([
  [holdStatus.releasing, 'comingBack'],
  [holdStatus.releaseFailed, 'comingBack'],
  [holdStatus.released, 'back'],
  [holdStatus.deducted, 'taken'],
  [holdStatus.expired, 'ended'],
  [holdStatus.converted, 'held'],
])

export function depositStateOf({ payStatus, holdStatus: hold, later, cancelled }: Facts): DepositState {
  const found = moved.get(hold)
  if (found !== undefined) return found
  if (isWaivedDeposit(payStatus)) return 'waived'
  if (isUnpaidDeposit(payStatus)) return cancelled ? 'never' : later ? 'later' : 'open'
  return payStatus === depositPayStatus.authorised ? 'frozen' : 'held'
}

/** Whether money or a guarantee of the customer is with the merchant, or on its way back. */
export const isWithMerchant = (hold: number): boolean =>
  inHandStatuses.some((one) => one === hold) || moved.get(hold) === 'comingBack'
