// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlDeviceBind = formCall(calls.vehicleControl.deviceBind, {
  deviceId: { label: '设备', missing: '请选择设备' },
  version: {},
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  role: { label: '用途' },
})
