// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationHandle = formCall(calls.violation.handle, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  action: { label: '处理', missing: '请选择处理' },
  consent: { label: '客户同意方式' },
  photoIds: { label: '处理凭证', max: [9, '处理凭证最多9项'] },
  officialState: { label: '官方处理状态' },
  reason: { label: '原因', max: [200, '原因不能超过200字'] },
})
