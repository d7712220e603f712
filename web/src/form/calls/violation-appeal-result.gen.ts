// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationAppealResult = formCall(calls.violation.appealResult, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  upheld: { label: '申诉成立', missing: '请选择申诉是否成立' },
  reason: { label: '处理说明', max: [200, '处理说明不能超过200字'], missing: '请填写处理说明' },
})
