import type { Manifest } from '../../manifest.ts'

export const manifest = {
  closingPoints: {
    openShifts: { step: 1 },
  },
  audit: {
    features: { cashShift: '交接班' },
    records: { shift: '班次' },
  },
} as const satisfies Manifest
