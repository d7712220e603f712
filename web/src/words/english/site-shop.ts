import { phrases } from '../column.ts'

/** The booking page of a merchant: coupons. */
export const siteShop = phrases({
  '优惠券码（选填）': 'Coupon code (optional)',
  使用: 'Use',
  不使用: 'Do not use',
  '优惠券 {code} 减 {sum}': 'Coupon {code}: {sum} off',
})
