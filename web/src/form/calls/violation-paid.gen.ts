// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationPaid = formCall(calls.violation.paid, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  amount: { label: '缴款金额', int: '缴款金额应为整数（分）', min: [1, '缴款金额须大于0'], max: [100000000000, '缴款金额超出范围'] },
  payWay: { label: '付款方式' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  voucherIds: { label: '缴款凭证', max: [20, '缴款凭证最多20项'] },
})
