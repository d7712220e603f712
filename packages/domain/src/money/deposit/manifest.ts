import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    depositTaken: { code: 4003, message: '押金已收取，不能修改' },
    beyondDeposit: { code: 4006, message: '扣款金额不能超过可用押金¥{n}' },
    depositRuleMissing: { code: 4007, message: '该车型未设押金' },
    openCasesBlock: { code: 4011, message: '存在 {n} 条未结案违章或车损，不能退还' },
    releaseTooEarly: { code: 4012, message: '未到退还时间' },
    waiverRefused: { code: 4013, message: '不符合免押条件' },
    nothingOwed: { code: 4018, message: '没有待扣费用，请先登记车损、违章或补款' },
  },
  audit: {
    features: { deposit: '押金' },
    records: { deposit: '押金' },
    fields: { platformDeduction: '平台扣款', waiverWithdrawn: '撤回免押', askedToHold: '申请冻结' },
  },
} as const satisfies Manifest
