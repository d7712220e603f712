// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const instalmentPostpone = formCall(calls.instalment.postpone, {
  instalmentId: { label: '分期', missing: '请选择分期' },
  dueDate: { label: '新的到期日', missing: '请选择新的到期日' },
  version: {},
})
