// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlTrack = formCall(calls.vehicleControl.track, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  from: { label: '开始时间', int: '', missing: '请选择开始时间' },
  to: { label: '结束时间', int: '', missing: '请选择结束时间' },
  reason: { label: '查看原因', max: [200, '查看原因不能超过200字'] },
})
