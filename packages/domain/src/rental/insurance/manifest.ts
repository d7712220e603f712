import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    insuranceStatusRefuses: { code: 8201, message: '当前案件状态不允许此操作' },
    insurancePaid: { code: 8202, message: '已有赔款到账，请在登记到账时结清，不能拒赔' },
  },
  pendingKinds: {
    insuranceReport: { subject: 'insurance', counted: 'either', key: 'damage.create' },
    insuranceTodo: { subject: 'insurance', counted: 'either', key: 'damage.create' },
  },
  audit: {
    features: { insurance: '保险案件' },
    fields: { insuranceCase: '保险案件', caseStatus: '案件状态' },
  },
} as const satisfies Manifest
