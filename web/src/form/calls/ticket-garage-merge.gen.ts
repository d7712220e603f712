// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketGarageMerge = formCall(calls.ticket.garageMerge, {
  garageId: { label: '维修厂', missing: '请选择维修厂' },
  intoId: { label: '并入的维修厂', missing: '请选择并入的维修厂' },
})
