import { orderStatus as s } from '../../booking/order/codes.ts'
import { type DepositKind, depositKind } from '../deposit/codes.ts'
import { type PayKind, payKind } from './codes.ts'

const beforeReturn: readonly PayKind[] = [payKind.rent]
const penalty: readonly PayKind[] = [payKind.penalty]

const kinds: Readonly<Record<number, readonly PayKind[]>> = {
  [s.submitted]: beforeReturn,
  [s.confirming]: beforeReturn,
  [s.confirmed]: beforeReturn,
  [s.arranged]: beforeReturn,
  // The settlement can be paid online before the return is confirmed.
  [s.pickedUp]: [payKind.rent, payKind.settlement],
  [s.returned]: [payKind.settlement, payKind.rent],
  [s.cancelling]: penalty,
  [s.cancelled]: penalty,
}

/** Purposes for which the debt of an order may be collected in a status, the usual one first; without deposits. */
export const collectKinds = (status: number): readonly PayKind[] => kinds[status] ?? []

export const depositPayKind = (kind: DepositKind): PayKind =>
  kind === depositKind.rental ? payKind.rentalDeposit : payKind.violationDeposit
