// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationMatch = formCall(calls.violation.match, {
  violationId: { label: '违章', missing: '请选择违章' },
  version: {},
  orderId: { label: '订单' },
  matchType: { label: '责任方' },
  accountId: { label: '员工' },
})
