import type { Manifest } from '../../manifest.ts'

export const manifest = {
  closingPoints: {
    rentNotEarned: { step: 11, name: '在租订单未结转当月租金', hint: '每月1日凌晨自动结转，如仍未结转请联系平台' },
  },
  audit: {
    features: { closing: '月结' },
    records: { month: '账期' },
  },
} as const satisfies Manifest
