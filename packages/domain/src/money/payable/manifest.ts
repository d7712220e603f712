import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    payableRefuses: { code: 4024, message: '当前账单状态不允许此操作' },
    payablePaid: { code: 4025, message: '账单已有付款，请先撤销付款' },
    paymentRunRefuses: { code: 4026, message: '当前付款批次状态不允许此操作' },
    payeeChanged: { code: 4027, message: '{收款方}的收款账户在提交审批后有变动，请撤销后重新提交' },
  },
  pendingKinds: {
    payableDue: { subject: 'payableBill', counted: 'either', key: 'finance.reconcile' },
    runApproval: { subject: 'paymentRun', counted: 'either', key: 'finance.reconcile' },
    runPayment: { subject: 'paymentRun', counted: 'either', key: 'finance.reconcile' },
  },
  audit: {
    features: { payable: '应付' },
    records: { payee: '收款方', payableBill: '应付账单', paymentRun: '付款批次' },
    fields: {
      billNo: '账单号',
      payDays: '账期天数',
      payeeName: '收款方',
      purpose: '用途',
      billedOn: '账单日期',
      runBills: '账单张数',
      accountChanged: '修改收款账户',
    },
  },
} as const satisfies Manifest
