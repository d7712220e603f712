// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const debtWriteOff = formCall(calls.debt.writeOff, {
  orderId: { label: '订单', missing: '请选择订单' },
  amount: { label: '核销金额', int: '核销金额应为整数（分）', min: [1, '核销金额须大于0'], max: [100000000000, '核销金额超出范围'], missing: '请输入核销金额' },
  reason: { label: '核销原因', max: [200, '核销原因不能超过200字'], missing: '请填写核销原因' },
  voucherIds: { label: '核销凭证', max: [20, '核销凭证最多20项'] },
})
