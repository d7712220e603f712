// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const termsSaveDamagePrice = formCall(calls.terms.saveDamagePrice, {
  family: { label: '部位', missing: '请选择部位' },
  version: {},
  scratch: { label: '划痕', int: '划痕应为整数（分）', min: [1, '划痕须大于0'], max: [100000000000, '划痕超出范围'], none: true },
  dent: { label: '凹陷', int: '凹陷应为整数（分）', min: [1, '凹陷须大于0'], max: [100000000000, '凹陷超出范围'], none: true },
  paint: { label: '掉漆', int: '掉漆应为整数（分）', min: [1, '掉漆须大于0'], max: [100000000000, '掉漆超出范围'], none: true },
  broken: { label: '破裂', int: '破裂应为整数（分）', min: [1, '破裂须大于0'], max: [100000000000, '破裂超出范围'], none: true },
  missing: { label: '缺失', int: '缺失应为整数（分）', min: [1, '缺失须大于0'], max: [100000000000, '缺失超出范围'], none: true },
  stain: { label: '污渍', int: '污渍应为整数（分）', min: [1, '污渍须大于0'], max: [100000000000, '污渍超出范围'], none: true },
})
