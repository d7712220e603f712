// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const depositRelease = formCall(calls.deposit.release, {
  orderId: { label: '订单', missing: '请选择订单' },
  kind: { label: '押金类型', missing: '请选择押金类型' },
  amount: { label: '退还金额', int: '退还金额应为整数（分）', min: [1, '退还金额须大于0'], max: [100000000000, '退还金额超出范围'] },
  early: {},
  voucherIds: { label: '退款凭证', max: [20, '退款凭证最多20项'] },
  payWay: { label: '退款方式' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
})
