// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const depositPay = formCall(calls.deposit.pay, {
  orderId: { label: '订单', missing: '请选择订单' },
  kind: { label: '押金类型', missing: '请选择押金类型' },
  mode: { label: '押金方式', missing: '请选择押金方式' },
  payWay: { label: '收款方式' },
  waiveType: { label: '免押方式' },
  amount: { label: '押金金额', int: '押金金额应为整数（分）', min: [0, '押金金额不能为负'], max: [100000000000, '押金金额超出范围'], missing: '请输入押金金额' },
  authNo: { label: '预授权码', min: [4, '预授权码为4-20个字'], max: [20, '预授权码为4-20个字'] },
  cardTail: { label: '卡号后四位', match: [/^\d{4}$/, '请填写卡号后四位数字'] },
  authEndOn: { label: '预授权有效期' },
  voucherIds: { label: '收款凭证', max: [20, '收款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  client: { label: '打开方式' },
  change: { label: '押金调整' },
  version: {},
})
