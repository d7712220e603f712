// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlDeviceConfirm = formCall(calls.vehicleControl.deviceConfirm, {
  deviceId: { label: '设备', missing: '请选择设备' },
  reason: { label: '核实情况', min: [2, '核实情况为2-200个字'], max: [200, '核实情况为2-200个字'], missing: '请填写核实情况' },
})
