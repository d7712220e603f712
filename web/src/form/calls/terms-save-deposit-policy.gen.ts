// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const termsSaveDepositPolicy = formCall(calls.terms.saveDepositPolicy, {
  id: { label: '押金规则' },
  version: {},
  storeId: { label: '门店', none: true },
  modelId: { label: '车型', none: true },
  source: { label: '渠道', none: true },
  rentalFen: { label: '租车押金', int: '租车押金超出范围', min: [-100000000000, '租车押金超出范围'], max: [100000000000, '租车押金超出范围'], none: true },
  violationFen: { label: '违章押金', int: '违章押金超出范围', min: [-100000000000, '违章押金超出范围'], max: [100000000000, '违章押金超出范围'], none: true },
  modes: { label: '收取方式', min: [1, '请填写收取方式'], max: [3, '收取方式最多3项'], missing: '请填写收取方式' },
  waiveTypes: { label: '免押方式', max: [4, '免押方式最多4项'] },
  holdDays: { label: '违章押金保留天数', int: '违章押金保留天数应为0至365的整数', min: [0, '违章押金保留天数应为0至365的整数'], max: [365, '违章押金保留天数应为0至365的整数'], none: true },
  enabled: { label: '启用' },
})
