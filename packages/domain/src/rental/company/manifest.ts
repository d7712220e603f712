import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    companyOverCredit: 'longOrder.flow',
  },
  audit: {
    features: { company: '企业客户' },
    fields: { dayFen: '协议日租', monthFen: '协议月租' },
  },
} as const satisfies Manifest
