// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerConfirm = formCall(calls.owner.confirm, {
  statementId: { label: '结算单', missing: '请选择结算单' },
  version: {},
  signedIds: { label: '签字照片', min: [1, '请填写签字照片'], max: [9, '签字照片最多9项'], missing: '请填写签字照片' },
})
