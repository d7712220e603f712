import { type CodeOf, enumeration } from '../../enumeration.ts'

export const insuranceStatuses = enumeration({
  occurred: [0, '待报案'],
  reported: [1, '待定损'],
  assessed: [2, '已定损'],
  repairing: [3, '维修中'],
  submitted: [4, '待赔付'],
  paid: [5, '已赔付'],
  rejected: [6, '已拒赔'],
  closed: [7, '已结案'],
  dropped: [8, '已销案'],
})
export const insuranceStatus = insuranceStatuses.code
export type InsuranceStatus = CodeOf<typeof insuranceStatuses>

/** Responsibility by the paper of the police (交警认定书), of the driver of the merchant's car. */
export const responsibilities = enumeration({
  full: [1, '全责'],
  main: [2, '主责'],
  equal: [3, '同责'],
  minor: [4, '次责'],
  none: [5, '无责'],
})

/** How a case ends other than by the insurer's money, and how one that was closed is opened again. */
export const caseEnds = ['reject', 'close', 'drop', 'reopen'] as const
export type CaseEnd = (typeof caseEnds)[number]
