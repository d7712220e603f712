import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    redInvoice: 'data.money',
  },
  closingPoints: {
    invoicesNotIssued: { step: 12, mayAccept: true },
  },
  audit: {
    features: { invoice: '发票' },
    records: { invoice: '发票' },
  },
} as const satisfies Manifest
