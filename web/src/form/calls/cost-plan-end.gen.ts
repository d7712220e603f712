// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const costPlanEnd = formCall(calls.cost.planEnd, {
  planId: { label: '计划', missing: '请选择计划' },
  version: {},
  from: { label: '停止月份', missing: '请选择停止月份' },
})
