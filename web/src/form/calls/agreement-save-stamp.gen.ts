// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const agreementSaveStamp = formCall(calls.agreement.saveStamp, {
  mediaId: { label: '印章图样', missing: '请选择印章图样' },
})
