import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    priceMissing: { code: 3001, message: '该车型未设置价格' },
    priceOutOfRange: { code: 3201, message: '{字段}价格须在¥0.01至¥99,999.00之间' },
    tierRepeated: { code: 3202, message: '阶梯天数不能重复' },
    pastDateFixed: { code: 3203, message: '不能修改过去日期' },
  },
  records: {
    price: ['price'],
  },
  audit: {
    features: { price: '价格' },
    records: { pricePlan: '调价计划' },
  },
} as const satisfies Manifest
