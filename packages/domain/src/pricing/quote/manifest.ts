import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    advanceTooShort: { code: 3003, message: '不满足提前预订时间' },
    quoteExpired: { code: 3004, message: '报价已过期，请重新计算' },
    priceChanged: { code: 3005, message: '价格已变动，请确认后重新提交' },
    outOfServiceRange: { code: 3006, message: '超出服务范围（最远{n}公里）' },
    returnBeforePickup: { code: 3007, message: '还车时间必须晚于取车时间' },
    pickupInPast: { code: 3008, message: '取车时间不能早于当前时间' },
    lengthOutOfRange: { code: 3009, message: '租期超出限制' },
  },
  audit: {
    features: { quote: '报价' },
  },
} as const satisfies Manifest
