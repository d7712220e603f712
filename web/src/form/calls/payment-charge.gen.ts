// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const paymentCharge = formCall(calls.payment.charge, {
  paymentId: { label: '支付单', missing: '请选择支付单' },
  authCode: { label: '付款码', min: [16, '付款码为16-40个字'], max: [40, '付款码为16-40个字'], missing: '请扫描或输入客户的付款码' },
})
