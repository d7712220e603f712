import { type CodeOf, enumeration } from '../../enumeration.ts'

export const violationStatuses = enumeration({
  unmatched: [0, '待匹配'],
  open: [1, '待处理'],
  byCustomer: [2, '客户处理中'],
  byMerchant: [3, '商家代办中'],
  toClose: [4, '待结案'],
  closed: [5, '已结案'],
  appealed: [6, '申诉中'],
  transferring: [7, '转移中'],
  void: [8, '已作废'],
})
export const violationStatus = violationStatuses.code

/** How the driver was determined. */
export const matchTypes = enumeration({
  automatic: [1, '自动匹配'],
  byHand: [2, '人工匹配'],
  staff: [3, '员工责任'],
  merchant: [4, '商家责任'],
})
export const matchType = matchTypes.code

export const violationSources = enumeration({
  byHand: [1, '手工登记'],
  file: [2, '批量导入'],
  provider: [3, '接口查询'],
  channel: [4, '渠道推送'],
})
export const violationSource = violationSources.code

export const handleWays = enumeration({
  customer: [1, '客户自行处理'],
  merchant: [2, '商家代办'],
  transfer: [3, '违法转移'],
  staff: [4, '员工处理'],
})

export const officialStates = enumeration({
  open: [0, '未处理'],
  handledUnpaid: [1, '已处理未缴款'],
  paid: [2, '已处理已缴款'],
})

export const deductStates = enumeration({
  none: [0, '无需'],
  due: [1, '待扣'],
  deducted: [2, '已扣'],
  failed: [3, '扣款失败'],
  waived: [4, '已免除'],
})

export const handleWay = handleWays.code
export const officialState = officialStates.code
export type OfficialState = CodeOf<typeof officialStates>
export const deductState = deductStates.code
export type DeductState = CodeOf<typeof deductStates>

/** Status of filing a rental contract with the traffic police. */
export const leaseFilingStatuses = enumeration({
  open: [0, '待备案'],
  filed: [1, '已备案'],
  failed: [2, '未通过'],
  withdrawn: [3, '已撤回'],
})
export const leaseFilingStatus = leaseFilingStatuses.code

/** Why a filed contract has to be filed again. */
export const leaseChanges = enumeration({
  term: [1, '租期变更'],
  swapped: [2, '已换车'],
  undone: [3, '取车已撤销'],
})
export const leaseChange = leaseChanges.code
