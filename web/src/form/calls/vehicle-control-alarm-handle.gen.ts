// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlAlarmHandle = formCall(calls.vehicleControl.alarmHandle, {
  alarmId: { label: '报警', missing: '请选择报警' },
  version: {},
  act: { label: '操作', missing: '请选择操作' },
  note: { label: '处理说明', max: [200, '处理说明不能超过200字'] },
})
