import type { Manifest } from '../../manifest.ts'

export const manifest = {
  audit: {
    features: { debt: '欠款' },
  },
} as const satisfies Manifest
