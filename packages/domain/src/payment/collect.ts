import { type DepositKind, depositKind } from '../deposit/codes.ts'
import { orderStatus as s } from '../order/codes.ts'
import { type PayKind, payKind } from './codes.ts'

const beforeReturn: readonly PayKind[] = [payKind.rent]
const penalty: readonly PayKind[] = [payKind.penalty]

const kinds: Readonly<Record<number, readonly PayKind[]>> = {
  [s.submitted]: beforeReturn,
  [s.confirming]: beforeReturn,
  [s.confirmed]: beforeReturn,
  [s.arranged]: beforeReturn,
  // What the return comes to is paid by a code before it is confirmed.
  [s.pickedUp]: [payKind.rent, payKind.settlement],
  [s.returned]: [payKind.settlement, payKind.rent],
  [s.cancelling]: penalty,
  [s.cancelled]: penalty,
}

/** As what the debt of an order may be collected in a status, the usual one first; deposits are apart. */
export const collectKinds = (status: number): readonly PayKind[] => kinds[status] ?? []

/** As what money for a deposit is recorded. */
export const depositPayKind = (kind: DepositKind): PayKind =>
  kind === depositKind.rental ? payKind.rentalDeposit : payKind.violationDeposit
