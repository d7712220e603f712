import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    ownerStatementRefuses: { code: 8301, message: '当前结算单状态不允许此操作' },
    ownerNothingDue: { code: 8302, message: '本单没有应付金额，欠款结转下月' },
  },
  pendingKinds: {
    ownerObjection: { subject: 'ownerStatement', counted: 'either', key: 'finance.reconcile' },
    ownerPay: { subject: 'ownerStatement', counted: 'either', key: 'finance.reconcile' },
  },
  closingPoints: {
    unsentOwnerStatements: { step: 10, mayAccept: true },
  },
  audit: {
    features: { owner: '车主结算' },
    records: { carOwner: '车主', ownerStatement: '车主结算单' },
    fields: { bankAccount: '银行账号', ownerLink: '车主链接', endedLinks: '停用的链接数', agreedFrom: '开始日期' },
  },
} as const satisfies Manifest
