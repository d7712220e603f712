// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerCorrectionAdd = formCall(calls.owner.correctionAdd, {
  statementId: { label: '结算单', missing: '请选择结算单' },
  version: {},
  words: { label: '说明', max: [60, '说明不能超过60字'], missing: '请填写说明' },
  fen: { label: '金额', int: '金额超出范围', min: [-100000000000, '金额超出范围'], max: [100000000000, '金额超出范围'], missing: '请输入金额' },
})
