import { enumeration } from '../../enumeration.ts'

export const reimbursementStatuses = enumeration({
  waiting: [0, '待审核'],
  refused: [1, '已驳回'],
  paying: [2, '打款中'],
  done: [3, '已完成'],
  failed: [4, '失败'],
})
export const reimbursementStatus = reimbursementStatuses.code

export const reimbursementReasons = enumeration({
  overcharged: [1, '费用多收'],
  notServed: [2, '服务未提供'],
  repair: [3, '维修轮胎'],
  tow: [4, '拖车救援'],
  wash: [5, '洗车清洁'],
  energy: [6, '加油充电'],
  toll: [7, '停车过路'],
  inspection: [8, '年检'],
  service: [9, '服务补偿'],
  other: [10, '其他'],
})
