import { type CodeOf, enumeration } from '../../enumeration.ts'

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

/** Filters of long orders: an instalment is due and none is overdue, or one is overdue. */
export const planDues = enumeration({ due: [1, '待收分期'], late: [2, '分期逾期'] })
export const planDue = planDues.code
export type PlanDue = CodeOf<typeof planDues>
