import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    overdueUnsettled: { code: 2201, message: '请先结清{what}' },
    renewalOpen: { code: 2202, message: '存在未完成的续租' },
    renewalStarted: { code: 2203, message: '续租已开始，不能取消' },
    renewalNoVehicle: { code: 3102, message: '续租时段车辆不足，最晚可续至{t}' },
  },
  audit: {
    features: { renewal: '续租' },
    fields: { renewalAskedAt: '待付款续租至' },
  },
} as const satisfies Manifest
