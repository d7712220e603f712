// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const instalmentWithdrawEnd = formCall(calls.instalment.withdrawEnd, {
  orderId: { label: '订单', missing: '请选择订单' },
  reason: { label: '撤销原因', max: [100, '撤销原因不能超过100字'], missing: '请填写撤销原因' },
})
