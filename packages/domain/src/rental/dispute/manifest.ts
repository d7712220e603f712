import type { Manifest } from '../../manifest.ts'

export const manifest = {
  audit: {
    features: { dispute: '举证文件' },
  },
} as const satisfies Manifest
