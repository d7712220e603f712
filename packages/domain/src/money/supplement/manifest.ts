import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    supplementPaid: { code: 4014, message: '补款已支付，不能取消' },
  },
  audit: {
    features: { supplement: '补款' },
  },
} as const satisfies Manifest
