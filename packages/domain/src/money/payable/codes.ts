import { type CodeOf, enumeration } from '../../enumeration.ts'
import { payWay } from '../payment/codes.ts'

/** Who sends bills to the merchant. Owners of managed cars and platforms come from their statements. */
export const payeeKinds = enumeration({
  garage: [1, '维修厂'],
  insurer: [2, '保险公司'],
  lessor: [3, '出租方'],
  lender: [4, '贷款机构'],
  owner: [5, '车主'],
  platform: [6, '平台'],
  other: [7, '其他'],
})
export type PayeeKind = CodeOf<typeof payeeKinds>
export const payeeKind = payeeKinds.code

/** Kinds that people enter; the file of an owner stands in 车主结算. */
export const typedPayeeKinds = payeeKinds.values.filter((kind) => kind !== payeeKind.owner)

/** Where a bill comes from. */
export const payableSources = enumeration({
  manual: [1, '手工'],
  costs: [2, '车辆费用'],
  owner: [3, '车主结算'],
})
export type PayableSource = CodeOf<typeof payableSources>
export const payableSource = payableSources.code

export const payableStates = enumeration({
  open: [1, '待付'],
  inRun: [2, '付款中'],
  paid: [3, '已付清'],
  cancelled: [4, '已作废'],
})
export type PayableState = CodeOf<typeof payableStates>
export const payableState = payableStates.code

/** What of the costs of cars is billed by somebody: the record that a line of a bill is about. */
export const costOrigins = enumeration({
  ticket: [1, '工单'],
  plan: [2, '每月计划'],
  policy: [3, '保单'],
})
export type CostOrigin = CodeOf<typeof costOrigins>
export const costOrigin = costOrigins.code

export const runStates = enumeration({
  draft: [1, '草稿'],
  submitted: [2, '待审批'],
  approved: [3, '待付款'],
  paid: [4, '已付款'],
  cancelled: [5, '已撤销'],
})
export type RunState = CodeOf<typeof runStates>
export const runState = runStates.code

/** Bills are paid from an account of the merchant: the cash of a store is counted by the shifts of its cashiers. */
export const billPayWays = [payWay.bank, payWay.other] as const
