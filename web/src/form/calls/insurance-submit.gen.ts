// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceSubmit = formCall(calls.insurance.submit, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  claimed: { label: '索赔金额', int: '索赔金额应为整数（分）', min: [1, '索赔金额须大于0'], max: [100000000000, '索赔金额超出范围'], missing: '请输入索赔金额' },
  paperIds: { label: '理赔单据', max: [20, '理赔单据最多20项'] },
})
