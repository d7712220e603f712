import { type CodeOf, enumeration } from '../../enumeration.ts'

/** Charges that arise at pickup and return. */
export const expenseCodes = enumeration({
  overHours: [1, '超时费'],
  fuel: [2, '燃油费'],
  charging: [3, '充电费'],
  overMileage: [4, '超里程费'],
  cleaning: [5, '清洁费'],
  damage: [6, '车损'],
  accessories: [7, '随车物品赔偿'],
  parking: [8, '停车费'],
  toll: [9, '过路费'],
  towing: [10, '拖车费'],
  oneWay: [11, '异地还车'],
  night: [12, '夜间服务'],
  lowBattery: [13, '强制补电'],
  earlyReturn: [14, '提前还车手续费'],
  other: [15, '其他'],
  swapEnergy: [16, '换车前油电费'],
  terminate: [17, '提前退租违约金'],
  lateFee: [18, '逾期违约金'],
})
export const expenseCode = expenseCodes.code
export type ExpenseCode = CodeOf<typeof expenseCodes>

export const expenseSettles = enumeration({ online: [1, '线上'], offline: [2, '线下'], deposit: [3, '押金扣款'] })
export const expenseSettle = expenseSettles.code
export type ExpenseSettle = CodeOf<typeof expenseSettles>

export const expenseStatuses = enumeration({ due: [0, '待收'], collected: [1, '已收'], waived: [2, '已免'] })
export const expenseStatus = expenseStatuses.code
export type ExpenseStatus = CodeOf<typeof expenseStatuses>

/** Entered, and not charged to the customer. */
export const isWaivedExpense = (status: number): boolean => status === expenseStatus.waived
