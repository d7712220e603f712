// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceEnd = formCall(calls.insurance.end, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  as: { label: '操作', missing: '请选择操作' },
  reason: { label: '原因', max: [200, '原因不能超过200字'] },
})
