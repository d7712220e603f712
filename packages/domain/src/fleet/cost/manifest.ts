import type { Manifest } from '../../manifest.ts'

export const manifest = {
  audit: {
    features: { cost: '车辆费用' },
    fields: { costFrom: '费用日期', costTo: '费用止期', costMonths: '费用月数', costEnd: '停止月份' },
  },
} as const satisfies Manifest
