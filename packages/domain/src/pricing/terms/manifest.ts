import type { Manifest } from '../../manifest.ts'

export const manifest = {
  records: {
    terms: ['price'],
  },
  audit: {
    features: { terms: '计费规则' },
    fields: {
      maxQty: '最多份数',
      capDays: '封顶天数',
      feeMode: '收费方式',
      baseKm: '起步公里',
      maxKm: '最远公里',
      windowFrom: '开始时间',
      windowTo: '结束时间',
      pairStoreId: '还车门店',
    },
  },
} as const satisfies Manifest
