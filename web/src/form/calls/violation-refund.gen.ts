// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationRefund = formCall(calls.violation.refund, {
  violationId: { label: '违章' },
  orderId: { label: '订单' },
  amount: { label: '退还金额', int: '退还金额应为整数（分）', min: [1, '退还金额须大于0'], max: [100000000000, '退还金额超出范围'] },
  payMode: { label: '退还方式', missing: '请选择退还方式' },
  early: {},
  voucherIds: { label: '退款凭证', max: [20, '退款凭证最多20项'] },
  payWay: { label: '退款方式' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  reason: { label: '退还原因', max: [200, '退还原因不能超过200字'] },
})
