import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    modelExists: { code: 6005, message: '车型已存在' },
    modelInService: { code: 6006, message: '仍有在营车辆' },
  },
  records: {
    model: ['model'],
  },
  audit: {
    features: { model: '车型' },
    records: { model: '车型' },
    fields: {
      batteryKwh: '电池容量',
      rangeKm: '续航里程',
      largeCases: '大行李箱',
      smallCases: '小行李箱',
      imageIds: '车型图片',
      mileageLimitKmPerDay: '每日限里程',
      careEveryKm: '保养里程',
      careEveryDays: '保养间隔',
    },
  },
} as const satisfies Manifest
