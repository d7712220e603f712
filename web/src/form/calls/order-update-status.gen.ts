// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const orderUpdateStatus = formCall(calls.order.updateStatus, {
  orderId: { label: '订单', missing: '请选择订单' },
  status: { label: '订单状态' },
  action: { label: '操作' },
  reason: { label: '原因', max: [200, '原因不能超过200字'] },
  quoteId: { label: '报价' },
  voucherIds: { label: '退款凭证', max: [20, '退款凭证最多20项'] },
  expectAmount: { label: '退款金额', int: '退款金额应为整数（分）', min: [1, '退款金额须大于0'], max: [100000000000, '退款金额超出范围'] },
  payWay: { label: '退款方式' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  version: {},
})
