/* Coupons, for the booking page. */

export { applyCoupon, useCoupon } from './apply.ts'
