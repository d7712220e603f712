// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerWithdraw = formCall(calls.owner.withdraw, {
  statementId: { label: '结算单', missing: '请选择结算单' },
  version: {},
  reason: { label: '原因', max: [200, '原因不能超过200字'], missing: '请填写原因' },
})
