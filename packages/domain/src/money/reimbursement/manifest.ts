import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    selfApproval: { code: 4015, message: '不能审核本人提交的申请' },
    reimbursementWaits: { code: 4019, message: '该申请待审核，通过后才能打款' },
    reimbursementApproved: { code: 4020, message: '该申请已审核通过，可以打款' },
    reimbursementPaid: { code: 4021, message: '该申请已打款' },
    reimbursementRefused: { code: 4022, message: '该申请已驳回' },
    receiptMissing: { code: 4016, message: '垫付报销请上传票据' },
  },
  audit: {
    features: { reimbursement: '报销退款' },
  },
} as const satisfies Manifest
