// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const instalmentTerminate = formCall(calls.instalment.terminate, {
  orderId: { label: '订单', missing: '请选择订单' },
  endOn: { label: '退租日期', missing: '请选择退租日期' },
  merchantCause: { label: '商家责任', missing: '请选择是否商家责任' },
  reason: { label: '退租原因', max: [100, '退租原因不能超过100字'], missing: '请填写退租原因' },
  expectAmount: { label: '退租结算金额', int: '退租结算金额超出范围', min: [-100000000000, '退租结算金额超出范围'], max: [100000000000, '退租结算金额超出范围'], missing: '请输入退租结算金额' },
})
