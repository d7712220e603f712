// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const renewalCancel = formCall(calls.renewal.cancel, {
  renewalId: { label: '续租', missing: '请选择续租' },
  reason: { label: '取消原因', max: [100, '取消原因不能超过100字'], missing: '请填写取消原因' },
})
