import type { Manifest } from '../../manifest.ts'

export const manifest = {
  closingPoints: {
    openShifts: { step: 1, name: '班次未交班', hint: '请当班人员交班，或代为交班' },
  },
  audit: {
    features: { cashShift: '交接班' },
    records: { shift: '班次' },
  },
} as const satisfies Manifest
