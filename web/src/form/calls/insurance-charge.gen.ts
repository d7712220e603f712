// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const insuranceCharge = formCall(calls.insurance.charge, {
  caseId: { label: '保险案件', missing: '请选择保险案件' },
  version: {},
  excess: { label: '免赔额', int: '免赔额应为整数（分）', min: [0, '免赔额不能为负'], max: [100000000000, '免赔额超出范围'] },
  downtimeDays: { label: '停运天数', int: '停运天数应为0至365的整数', min: [0, '停运天数应为0至365的整数'], max: [365, '停运天数应为0至365的整数'] },
  downtimeFee: { label: '每日停运费', int: '每日停运费应为整数（分）', min: [0, '每日停运费不能为负'], max: [100000000000, '每日停运费超出范围'] },
})
