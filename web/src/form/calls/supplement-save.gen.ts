// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const supplementSave = formCall(calls.supplement.save, {
  orderId: { label: '订单', missing: '请选择订单' },
  reasonCode: { label: '补款原因', missing: '请选择补款原因' },
  amount: { label: '补款金额', int: '补款金额应为整数（分）', min: [1, '补款金额须大于0'], max: [100000000000, '补款金额超出范围'], missing: '请输入补款金额' },
  remark: { label: '补款说明', max: [200, '补款说明不能超过200字'] },
  photoIds: { label: '补款凭据', max: [9, '补款凭据最多9项'] },
  payMode: { label: '收款时间', missing: '请选择收款时间' },
  payWay: { label: '收款方式' },
  voucherIds: { label: '收款凭证', max: [20, '收款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
})
