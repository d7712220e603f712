// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationWaive = formCall(calls.violation.waive, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  reason: { label: '免除原因', max: [200, '免除原因不能超过200字'], missing: '请填写免除原因' },
})
