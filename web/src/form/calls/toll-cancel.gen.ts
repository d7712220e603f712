// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const tollCancel = formCall(calls.toll.cancel, {
  lineId: { label: '账单行', missing: '请选择账单行' },
  version: {},
  reason: { label: '作废原因', max: [200, '作废原因不能超过200字'], missing: '请填写作废原因' },
})
