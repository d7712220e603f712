import type { Manifest } from '../../manifest.ts'

export const manifest = {
  audit: {
    features: { data: '数据概览' },
  },
} as const satisfies Manifest
