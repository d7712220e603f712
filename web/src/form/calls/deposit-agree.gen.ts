// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const depositAgree = formCall(calls.deposit.agree, {
  orderId: { label: '订单', missing: '请选择订单' },
  rental: { label: '租车押金', int: '租车押金应为整数（分）', min: [0, '租车押金不能为负'], max: [100000000000, '租车押金超出范围'] },
  violation: { label: '违章押金', int: '违章押金应为整数（分）', min: [0, '违章押金不能为负'], max: [100000000000, '违章押金超出范围'] },
})
