import type { Manifest } from '../../manifest.ts'

export const manifest = {
  audit: {
    features: { bookkeeping: '记账凭证' },
    fields: { taxClass: '增值税' },
  },
} as const satisfies Manifest
