// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const reconcileClear = formCall(calls.reconcile.clear, {
  id: { label: '差异', missing: '请选择差异' },
  action: { label: '处理方式', missing: '请选择处理方式' },
  reason: { label: '原因', max: [200, '原因不能超过200字'] },
  storeId: { label: '门店' },
})
