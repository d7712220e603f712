// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerAgreementEnd = formCall(calls.owner.agreementEnd, {
  agreementId: { label: '协议', missing: '请选择协议' },
  version: {},
  to: { label: '最后一天', missing: '请选择最后一天' },
})
