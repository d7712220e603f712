import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    upgradeNeedsConsent: { code: 3103, message: '车型不符，需确认升级' },
  },
  audit: {
    features: { arrange: '排车' },
  },
} as const satisfies Manifest
