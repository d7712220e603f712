// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const inventoryCorrectOdometer = formCall(calls.inventory.correctOdometer, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  version: {},
  odometerKm: { label: '里程', int: '里程应为0至9999999的整数', min: [0, '里程应为0至9999999的整数'], max: [9999999, '里程应为0至9999999的整数'], missing: '请输入里程' },
  reason: { label: '原因', max: [200, '原因不能超过200字'], missing: '请填写原因' },
})
