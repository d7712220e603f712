// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationSetLease = formCall(calls.violation.setLease, {
  leaseId: { label: '备案', missing: '请选择备案' },
  version: {},
  status: { label: '备案状态', missing: '请选择备案状态' },
  reason: { label: '失败原因', max: [200, '失败原因不能超过200字'] },
})
