// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const depositWithdrawWaiver = formCall(calls.deposit.withdrawWaiver, {
  depositId: { label: '押金', missing: '请选择押金' },
  reason: { label: '撤回原因', max: [200, '撤回原因不能超过200字'], missing: '请填写撤回原因' },
})
