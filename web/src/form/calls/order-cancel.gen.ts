// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const orderCancel = formCall(calls.order.cancel, {
  orderId: { label: '订单', missing: '请选择订单' },
  reason: { label: '取消原因', missing: '请选择取消原因' },
  responsibility: { label: '责任方', missing: '请选择责任方' },
  waivePenalty: {},
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  expectPenalty: { label: '违约金', int: '违约金应为整数（分）', min: [0, '违约金不能为负'], max: [100000000000, '违约金超出范围'], missing: '请输入违约金' },
  version: {},
})
