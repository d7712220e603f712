import { enumeration } from '../../enumeration.ts'

export const renewalStatuses = enumeration({
  waitingPayment: [0, '待支付'],
  confirming: [1, '待确认'],
  effective: [2, '已生效'],
  cancelled: [3, '已取消'],
  refused: [4, '已拒绝'],
})
export const renewalStatus = renewalStatuses.code
