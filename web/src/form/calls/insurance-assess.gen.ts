// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceAssess = formCall(calls.insurance.assess, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  assessed: { label: '定损金额', int: '定损金额应为整数（分）', min: [1, '定损金额须大于0'], max: [100000000000, '定损金额超出范围'], missing: '请输入定损金额' },
  paperIds: { label: '定损单', max: [20, '定损单最多20项'] },
})
