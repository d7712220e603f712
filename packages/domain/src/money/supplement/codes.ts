import { enumeration } from '../../enumeration.ts'

export const supplementStatuses = enumeration({
  waiting: [0, '待支付'],
  paid: [1, '已支付'],
  cancelled: [2, '已取消'],
})
export const supplementStatus = supplementStatuses.code
