import { enumeration } from '../enumeration.ts'

export const instalmentStatuses = enumeration({
  notDue: [0, '未到期'],
  due: [1, '待支付'],
  partlyPaid: [2, '部分支付'],
  paid: [3, '已支付'],
  overdue: [4, '已逾期'],
  refunded: [5, '已退'],
  void: [6, '已作废'],
})
export const instalmentStatus = instalmentStatuses.code
