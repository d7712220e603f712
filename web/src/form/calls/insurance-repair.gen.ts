// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceRepair = formCall(calls.insurance.repair, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  ticketId: { label: '维保单', missing: '请选择维保单' },
})
