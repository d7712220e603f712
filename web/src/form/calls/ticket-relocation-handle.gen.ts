// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketRelocationHandle = formCall(calls.ticket.relocationHandle, {
  ticketId: { label: '工单', missing: '请选择工单' },
  version: {},
  action: { label: '操作', missing: '请选择操作' },
  planEnd: { label: '计划到达', int: '' },
  assigneeId: { label: '负责人', none: true },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  odometerKm: { label: '里程', int: '里程应为0至2000000的整数', min: [0, '里程应为0至2000000的整数'], max: [2000000, '里程应为0至2000000的整数'] },
  fuelPct: { label: '油量', int: '油量应为0至100的整数', min: [0, '油量应为0至100的整数'], max: [100, '油量应为0至100的整数'] },
  batteryPct: { label: '电量', int: '电量应为0至100的整数', min: [0, '电量应为0至100的整数'], max: [100, '电量应为0至100的整数'] },
  photoIds: { label: '车辆照片', max: [20, '车辆照片最多20项'] },
  standsAt: { label: '车辆所在门店' },
  confirm: {},
  force: {},
  forceReason: { label: '强制占用原因', max: [200, '强制占用原因不能超过200字'] },
})
