import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    bankSumsDiffer: { code: 4023, message: '流水与账簿金额不相等{说明}' },
  },
  counters: {
    bankLine: 'finance.reconcile',
  },
  closingPoints: {
    openBankLines: { step: 5, mayAccept: true },
  },
  audit: {
    features: { bank: '银行流水' },
    records: { bankAccount: '银行账户', bankLine: '银行流水', bankMatch: '银行流水匹配' },
    fields: {
      bankLines: '流水笔数',
      bookEntries: '账簿笔数',
      byRule: '自动匹配',
      openingOn: '启用日期',
      openingBalance: '期初余额',
      stopped: '停用',
    },
  },
} as const satisfies Manifest
