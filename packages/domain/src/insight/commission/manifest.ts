import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    commissionRefuses: { code: 8311, message: '提成单已确认，不能再改' },
  },
  counters: {
    commissionDraft: 'finance.reconcile',
  },
  closingPoints: {
    commissionDrafts: { step: 11, mayAccept: true },
  },
  audit: {
    features: { commission: '员工提成' },
    records: { commissionRule: '提成规则', commissionStatement: '提成单' },
    fields: { rule: '提成规则', lastMonth: '最后月份' },
  },
} as const satisfies Manifest
