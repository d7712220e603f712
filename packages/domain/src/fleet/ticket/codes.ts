import { type CodeOf, enumeration } from '../../enumeration.ts'

export { ticketKind, ticketKinds } from './kind.ts'

export const relocationStatuses = enumeration({
  waiting: [1, '待出发'],
  onTheWay: [2, '在途'],
  done: [3, '已完成'],
  cancelled: [4, '已取消'],
})

export const relocationReasons = enumeration({
  balance: [1, '库存平衡'],
  oneWayBack: [2, '异地还车回调'],
  maintenance: [3, '维保'],
  order: [4, '订单需要'],
  other: [5, '其他'],
})

export const relocationModes = enumeration({ driven: [1, '自驾'], carried: [2, '托运'] })

export const maintenanceStatuses = enumeration({
  waiting: [1, '待送修'],
  repairing: [2, '维修中'],
  checking: [3, '待验收'],
  done: [4, '已完成'],
  cancelled: [5, '已取消'],
})

const maintenanceTable = {
  routine: [1, '常规保养'],
  repair: [2, '维修'],
  accident: [3, '事故维修'],
  tyre: [4, '轮胎'],
  cleaning: [5, '清洁美容'],
  other: [6, '其他'],
} as const

export const maintenanceTypes = enumeration(maintenanceTable)

/** What a garage does: types of maintenance, and inspections for a station. */
export const garageWorks = enumeration(maintenanceTable, { inspection: [7, '年检'] })

export const yearlyStatuses = enumeration({
  waiting: [1, '待办理'],
  running: [2, '办理中'],
  done: [3, '已完成'],
  again: [4, '待复检'],
  cancelled: [5, '已取消'],
})

export const yearlyResults = enumeration({ passed: [1, '合格'], failed: [2, '不合格'] })

export const costPayers = enumeration({ merchant: [1, '商家'], customer: [2, '客户'], insurer: [3, '保险'] })

export const ticketPriorities = enumeration({ normal: [1, '普通'], urgent: [2, '紧急'] })

export type MaintenanceStatus = CodeOf<typeof maintenanceStatuses>
export const relocationStatus = relocationStatuses.code
export const maintenanceStatus = maintenanceStatuses.code
export const yearlyStatus = yearlyStatuses.code
export const garageWork = garageWorks.code
export const ticketPriority = ticketPriorities.code
