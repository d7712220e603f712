import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    bill: 'finance.reconcile',
  },
  closingPoints: {
    uncomparedBills: { step: 3 },
    billDifferences: { step: 4 },
  },
  audit: {
    features: { reconcile: '对账' },
    records: { bill: '渠道账单' },
  },
} as const satisfies Manifest
