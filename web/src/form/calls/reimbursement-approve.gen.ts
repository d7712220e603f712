// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const reimbursementApprove = formCall(calls.reimbursement.approve, {
  id: { label: '报销', missing: '请选择报销' },
  pass: { label: '结果', missing: '请选择通过或驳回' },
  note: { label: '审核意见', max: [200, '审核意见不能超过200字'] },
})
