// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationAppeal = formCall(calls.violation.appeal, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  reason: { label: '申诉理由', max: [200, '申诉理由不能超过200字'], missing: '请填写申诉理由' },
  photoIds: { label: '申诉材料', max: [9, '申诉材料最多9项'] },
})
