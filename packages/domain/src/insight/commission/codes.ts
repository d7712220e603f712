import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'

/** What an employee gets a commission of. */
export const commissionKinds = enumeration({
  booking: [1, '订单'],
  /** Rent and services as they are earned, of orders that the employee booked. */
  rent: [2, '租金'],
  service: [3, '服务'],
  renewal: [4, '续租'],
  /** Money that the employee took after its due date. */
  collected: [5, '收回欠款'],
})
export const commissionKind = commissionKinds.code
export type CommissionKind = CodeOf<typeof commissionKinds>

export const commissionStates = enumeration({
  draft: [1, '待确认'],
  confirmed: [2, '已确认'],
})
export const commissionState = commissionStates.code
export type CommissionState = CodeOf<typeof commissionStates>

const s = commissionState

/** What is confirmed stays: a change after it is a part of the next statement. */
export const commissionSteps = machine(commissionStates, {
  entry: [s.draft],
  final: [s.confirmed],
  refusal: 'commissionRefuses',
  steps: {
    make: { from: [s.draft], to: 'same', by: 'finance.reconcile' },
    confirm: { from: [s.draft], to: s.confirmed, by: 'finance.reconcile' },
  },
})

export const isFrozen = (state: CommissionState): boolean => state === s.confirmed
