// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const costPlanAdd = formCall(calls.cost.planAdd, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  kind: { label: '费用类型', missing: '请选择费用类型' },
  from: { label: '开始月份', missing: '请选择开始月份' },
  months: { label: '月数', int: '月数应为1至240的整数', min: [1, '月数应为1至240的整数'], max: [240, '月数应为1至240的整数'], missing: '请输入月数' },
  fen: { label: '金额', int: '金额应为整数（分）', min: [0, '金额不能为负'], max: [100000000000, '金额超出范围'], missing: '请输入金额' },
  note: { label: '备注', max: [200, '备注不能超过200字'] },
})
