// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerPay = formCall(calls.owner.pay, {
  statementId: { label: '结算单', missing: '请选择结算单' },
  version: {},
  payWay: { label: '付款方式', missing: '请选择付款方式' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  voucherIds: { label: '付款凭证', min: [1, '请填写付款凭证'], max: [9, '付款凭证最多9项'], missing: '请填写付款凭证' },
})
