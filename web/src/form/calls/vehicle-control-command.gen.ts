// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlCommand = formCall(calls.vehicleControl.command, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  type: { label: '指令', missing: '请选择指令' },
  reason: { label: '原因', max: [200, '原因不能超过200字'] },
  category: { label: '断油电事由' },
  armed: { label: '停车后执行' },
  emergency: { label: '紧急开锁' },
  text: { label: '播报内容', max: [100, '播报内容不能超过100字'] },
})
