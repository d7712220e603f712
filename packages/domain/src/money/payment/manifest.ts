import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    alreadyPaid: { code: 4001, message: '该款项已支付' },
    paymentNotFound: { code: 4004, message: '支付单不存在' },
    paidCannotCancel: { code: 4005, message: '已支付成功，不能取消' },
    beyondRefundable: { code: 4010, message: '退款金额不能超过可退金额¥{n}' },
    shiftNeeded: { code: 4017, message: '请先开班再收取现金' },
  },
  closingPoints: {
    undecidedPayments: { step: 2, mayAccept: true },
  },
  audit: {
    features: { payment: '收款' },
    records: { payment: '收款', receipt: '收款单', payChannel: '商户号' },
    fields: { payLink: '付款链接' },
  },
} as const satisfies Manifest
