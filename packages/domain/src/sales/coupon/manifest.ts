import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    couponUnknown: { code: 9311, message: '优惠券码不可用，请检查后重试' },
    couponDates: { code: 9312, message: '该优惠券限{日期}取车' },
    couponModel: { code: 9313, message: '该优惠券不适用于此车型' },
    couponLeast: { code: 9314, message: '该优惠券满{金额}可用' },
    couponUsedUp: { code: 9315, message: '该优惠券已用完' },
    couponOnce: { code: 9316, message: '该优惠券每人限用一次，您已用过' },
    couponNothing: { code: 9317, message: '该订单金额太低，不能使用优惠券' },
  },
  audit: {
    features: { coupon: '优惠券' },
    records: { coupon: '优惠券' },
    fields: { couponCode: '券码', couponText: '优惠', isOn: '启用' },
  },
} as const satisfies Manifest
