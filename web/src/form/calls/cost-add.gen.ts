// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const costAdd = formCall(calls.cost.add, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  kind: { label: '费用类型', missing: '请选择费用类型' },
  from: { label: '日期', missing: '请选择日期' },
  to: { label: '结束日期' },
  fen: { label: '金额', int: '金额超出范围', min: [-100000000000, '金额超出范围'], max: [100000000000, '金额超出范围'], missing: '请输入金额' },
  taxFen: { label: '税额', int: '税额应为整数（分）', min: [0, '税额不能为负'], max: [100000000000, '税额超出范围'] },
  note: { label: '备注', max: [200, '备注不能超过200字'] },
  mediaIds: { label: '凭证', max: [6, '凭证最多6项'] },
})
