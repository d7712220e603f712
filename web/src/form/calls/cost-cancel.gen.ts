// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const costCancel = formCall(calls.cost.cancel, {
  costId: { label: '费用', missing: '请选择费用' },
  version: {},
  reason: { label: '原因', max: [200, '原因不能超过200字'], missing: '请填写原因' },
})
