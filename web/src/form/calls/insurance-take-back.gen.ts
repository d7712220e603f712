// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceTakeBack = formCall(calls.insurance.takeBack, {
  receiptId: { label: '赔款到账', missing: '请选择赔款到账' },
  reason: { label: '撤销原因', max: [200, '撤销原因不能超过200字'], missing: '请填写撤销原因' },
})
