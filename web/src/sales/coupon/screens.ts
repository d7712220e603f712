import { id, screen } from '../../kernel/page/screen.ts'

const permission = ['channel.edit'] as const
/** The page that coupons are for is of the merchant as a whole. */
const whole = permission

export const couponScreens = {
  list: screen({
    path: '/site/coupon',
    name: 'coupon.list',
    title: '优惠券',
    words: '优惠 满减 折扣 券码 促销 活动',
    permission,
    whole,
    parent: '/site',
    search: {},
    file: 'sales/coupon/list',
  }),
  uses: screen({
    path: '/site/coupon/uses',
    name: 'coupon.uses',
    title: '优惠券使用记录',
    permission,
    whole,
    parent: '/site/coupon',
    search: { couponId: id },
    file: 'sales/coupon/uses',
  }),
}
