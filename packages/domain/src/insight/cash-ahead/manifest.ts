import type { Manifest } from '../../manifest.ts'

export const manifest = {
  audit: {
    features: { cashAhead: '资金预测' },
  },
} as const satisfies Manifest
