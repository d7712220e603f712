import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    bill: 'finance.reconcile',
  },
  closingPoints: {
    uncomparedBills: { step: 3, name: '渠道账单未核对', hint: '下载并核对渠道账单' },
    billDifferences: { step: 4, name: '对账差异未处理', hint: '逐笔处理差异' },
  },
  audit: {
    features: { reconcile: '对账' },
    records: { bill: '渠道账单' },
  },
} as const satisfies Manifest
