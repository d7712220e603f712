import { type CodeOf, enumeration } from '../../enumeration.ts'

export const damageStatuses = enumeration({
  assessing: [0, '待定损'],
  deducting: [1, '待扣款'],
  done: [2, '已完成'],
  closed: [3, '已关闭'],
})
export const damageStatus = damageStatuses.code

export const liabilities = enumeration({
  customer: [1, '客户责任'],
  thirdParty: [2, '第三方责任'],
  nobody: [3, '无责'],
})

/** Kinds of marks on the outline of a car. */
export const damageKinds = enumeration({
  scratch: [1, '划痕'],
  dent: [2, '凹陷'],
  paint: [3, '掉漆'],
  broken: [4, '破裂'],
  missing: [5, '缺失'],
  stain: [6, '污渍'],
  other: [7, '其他'],
})
export const damageKind = damageKinds.code
export type DamageKind = CodeOf<typeof damageKinds>
