import { type CodeOf, enumeration } from '../../enumeration.ts'

export const couponKinds = enumeration({
  sum: [1, '满减'],
  percent: [2, '折扣'],
})
export const couponKind = couponKinds.code
export type CouponKind = CodeOf<typeof couponKinds>
