// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const depositAgreeLong = formCall(calls.deposit.agreeLong, {
  orderId: { label: '订单', missing: '请选择订单' },
  kind: { label: '押金', missing: '请选择押金' },
  amount: { label: '押金金额', int: '押金金额应为整数（分）', min: [0, '押金金额不能为负'], max: [100000000000, '押金金额超出范围'], missing: '请输入押金金额' },
  version: {},
})
