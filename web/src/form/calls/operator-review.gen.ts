// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const operatorReview = formCall(calls.operator.review, {
  merchantId: { label: '商家', missing: '请选择商家' },
  action: { label: '操作', missing: '请选择操作' },
  note: { label: '原因', max: [200, '原因不能超过200字'] },
})
