import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    violationExists: { code: 8001, message: '该违章已存在' },
    violationTimeWrong: { code: 8002, message: '违章时间不正确' },
    violationOutsideRental: { code: 8003, message: '该订单在违章时间未使用此车{说明}' },
    violationStatusRefuses: { code: 8004, message: '当前违章状态不允许此操作' },
    beyondViolationDeposit: { code: 8005, message: '扣款金额不能大于剩余违章押金' },
    violationUndeducted: { code: 8006, message: '请先完成扣款或免除' },
    pointsNotTradable: { code: 8007, message: '有扣分的违章须由驾驶人本人处理' },
  },
  pendingKinds: {
    violationMatch: { subject: 'violation', counted: 'either', key: 'violation.handle' },
    violationTodo: { subject: 'violation', counted: 'either', key: 'violation.handle' },
    violationClose: { subject: 'violation', counted: 'either', key: 'violation.handle' },
  },
  counters: {
    leaseFiling: 'violation.handle',
  },
  audit: {
    features: { violation: '违章' },
    records: { violation: '违章' },
    fields: { noticeLink: '违章链接', noticeReply: '客户答复' },
  },
} as const satisfies Manifest
