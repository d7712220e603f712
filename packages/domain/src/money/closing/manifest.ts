import type { Manifest } from '../../manifest.ts'

export const manifest = {
  closingPoints: {
    rentNotEarned: { step: 13 },
  },
  audit: {
    features: { closing: '月结' },
    records: { month: '账期' },
  },
} as const satisfies Manifest
