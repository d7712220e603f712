// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceReceive = formCall(calls.insurance.receive, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  amount: { label: '到账金额', int: '到账金额应为整数（分）', min: [1, '到账金额须大于0'], max: [100000000000, '到账金额超出范围'], missing: '请输入到账金额' },
  last: {},
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  voucherIds: { label: '到账凭证', max: [20, '到账凭证最多20项'] },
})
