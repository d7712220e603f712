// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const reimbursementPay = formCall(calls.reimbursement.pay, {
  id: { label: '报销', missing: '请选择报销' },
  payWay: { label: '打款方式', missing: '请选择打款方式' },
  voucherIds: { label: '打款凭证', max: [20, '打款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
})
