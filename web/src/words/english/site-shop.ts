import { phrases } from '../column.ts'

/** The booking page of a merchant: coupons, and bookings for a company. */
export const siteShop = phrases({
  '优惠券码（选填）': 'Coupon code (optional)',
  使用: 'Use',
  不使用: 'Do not use',
  '优惠券 {code} 减 {sum}': 'Coupon {code}: {sum} off',
  租车方: 'Who rents',
  个人: 'Myself',
  为企业预订: 'Book for the company',
  '按企业协议价，费用由公司结算': 'At the agreed prices of the company, which pays this rental',
})
