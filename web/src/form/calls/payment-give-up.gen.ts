// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const paymentGiveUp = formCall(calls.payment.giveUp, {
  paymentId: { label: '支付单', missing: '请选择支付单' },
  reason: { label: '核对结果', min: [2, '核对结果为2-200个字'], max: [200, '核对结果为2-200个字'], missing: '请填写核对结果' },
  book: {},
})
