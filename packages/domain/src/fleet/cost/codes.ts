import { type CodeOf, enumeration } from '../../enumeration.ts'

export const costKinds = enumeration({
  purchase: [1, '购置费用'],
  sale: [2, '处置收入'],
  depreciation: [3, '折旧'],
  finance: [4, '贷款租赁'],
  insurance: [5, '保险'],
  inspection: [6, '年检'],
  maintenance: [7, '保养'],
  repair: [8, '维修'],
  cleaning: [9, '清洁'],
  parking: [10, '停车'],
  fuel: [11, '加油'],
  charging: [12, '充电'],
  toll: [13, '过路费'],
  violation: [14, '违章'],
  move: [15, '调车'],
  other: [16, '其他'],
  /** Money of an insurer, negative: it lowers what the accident cost, in the month in which the ledger has it. */
  claim: [17, '保险赔款'],
  ownerShare: [18, '车主分成'],
})

/** Where an entry comes from. Entries of tickets, violations, policies and bills of tolls follow those, and are corrected there. */
export const costSources = enumeration({
  manual: [1, '手工'],
  ticket: [2, '工单'],
  import: [3, '导入'],
  plan: [4, '每月计划'],
  violation: [5, '违章'],
  policy: [6, '保单'],
  insurance: [7, '保险案件'],
  toll: [8, '过路停车充电账单'],
  /** The price of a sold car, as its disposal says. */
  disposal: [9, '资产处置'],
  owner: [10, '车主结算'],
})

export type CostKind = CodeOf<typeof costKinds>
export const costKind = costKinds.code
export const costSource = costSources.code

/** Money for the vehicle itself: it changes what was invested, not what the vehicle earns in a month. */
export const isCapital = (kind: CostKind): boolean => kind === costKind.purchase || kind === costKind.sale

/** What people enter: depreciation is planned, and fines, money of insurers and shares of owners follow their records. */
const followed: readonly CostKind[] = [costKind.depreciation, costKind.violation, costKind.claim, costKind.ownerShare]
export const typedKinds = costKinds.values.filter((kind) => !followed.includes(kind))
/** What may come back every month. */
export const plannedKinds = [
  costKind.depreciation,
  costKind.finance,
  costKind.parking,
  costKind.insurance,
  costKind.other,
] as const

/** Whether an entry may be voided among the costs: one of a ticket or a fine is voided with that record. */
export const isVoidable = (source: CodeOf<typeof costSources>): boolean =>
  source === costSource.manual || source === costSource.import
