import { enumeration } from '../../enumeration.ts'

/** Status of a self-service handover. */
export const selfStatuses = enumeration({
  open: [1, '办理中'],
  waiting: [2, '待验车'],
  rejected: [3, '已驳回'],
  passed: [4, '已通过'],
  takenOver: [5, '门店接管'],
})
export const selfStatus = selfStatuses.code
