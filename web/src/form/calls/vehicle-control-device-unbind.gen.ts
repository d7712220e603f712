// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlDeviceUnbind = formCall(calls.vehicleControl.deviceUnbind, {
  deviceId: { label: '设备', missing: '请选择设备' },
  version: {},
  reason: { label: '解绑原因', min: [2, '解绑原因为2-200个字'], max: [200, '解绑原因为2-200个字'], missing: '请填写解绑原因' },
  photoIds: { label: '拆除照片', max: [6, '拆除照片最多6项'] },
})
