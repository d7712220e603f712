// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const driverHoldOrder = formCall(calls.driver.holdOrder, {
  orderId: { label: '订单', missing: '请选择订单' },
  on: { missing: '请选择保全或解除' },
  reason: { label: '原因', max: [200, '原因不能超过200字'], missing: '请填写原因' },
})
