// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const renewalCreate = formCall(calls.renewal.create, {
  orderId: { label: '订单', missing: '请选择订单' },
  quoteId: { label: '报价', missing: '请选择报价' },
  payMode: { label: '收款时间' },
  payWay: { label: '收款方式' },
  voucherIds: { label: '收款凭证', max: [20, '收款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
})
