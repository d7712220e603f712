// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const instalmentPay = formCall(calls.instalment.pay, {
  instalmentId: { label: '分期', missing: '请选择分期' },
  amount: { label: '收款金额', int: '收款金额应为整数（分）', min: [0, '收款金额不能为负'], max: [100000000000, '收款金额超出范围'], missing: '请输入收款金额' },
  payMode: { label: '收款时间', missing: '请选择收款时间' },
  payWay: { label: '收款方式' },
  voucherIds: { label: '收款凭证', max: [20, '收款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  paidAt: { label: '到账时间', int: '' },
  waiveLateFee: {},
  waiveReason: { label: '减免原因', max: [100, '减免原因不能超过100字'] },
})
