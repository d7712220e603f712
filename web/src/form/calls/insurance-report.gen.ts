// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceReport = formCall(calls.insurance.report, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  reportNo: { label: '报案号', max: [40, '报案号不能超过40字'], missing: '请填写报案号' },
  reportedAt: { label: '报案时间', int: '', missing: '请选择报案时间' },
})
