import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    inputInvoice: 'finance.reconcile',
  },
  audit: {
    features: { tax: '增值税' },
    records: { inputInvoice: '进项发票', taxReturn: '增值税申报表' },
    fields: {
      taxMonth: '抵扣月份',
      invoices: '发票张数',
      seller: '销售方',
      deducted: '抵扣',
      taxPeriod: '申报期',
      taxThreshold: '季度免税销售额',
      taxCity: '城建税税率',
      taxHalved: '六税两费减半',
      taxCarry: '期初留抵税额',
      taxPosted: '进项税额记账',
    },
  },
} as const satisfies Manifest
