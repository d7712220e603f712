import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    tollStatusRefuses: { code: 8011, message: '该账单行已收取或已作废，不能再改' },
  },
  pendingKinds: {
    tollMatch: { subject: 'toll', counted: 'either', key: 'violation.handle' },
    tollCharge: { subject: 'toll', counted: 'either', key: 'order.supplement' },
    tollReturn: { subject: 'toll', counted: 'either', key: 'order.supplement' },
  },
  records: {
    toll: ['violation.list', 'order.supplement'],
  },
  closingPoints: {
    openTolls: { step: 7, mayAccept: true },
  },
  audit: {
    features: { toll: '过路停车充电账单' },
    records: { toll: '过路停车充电账单' },
    fields: { tollLines: '账单行数', cardNo: '卡号' },
  },
} as const satisfies Manifest
