// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketMaintenanceBatch = formCall(calls.ticket.maintenanceBatch, {
  vehicleIds: { label: '车辆', min: [1, '请填写车辆'], max: [50, '车辆最多50项'], missing: '请填写车辆' },
  planStart: { label: '计划送修', int: '' },
  planEnd: { label: '计划完工', int: '' },
  assigneeId: { label: '负责人' },
  priority: { label: '优先级' },
  remark: { label: '备注', max: [500, '备注不能超过500字'] },
  type: { label: '维保类型', missing: '请选择维保类型' },
  items: { label: '维修项目', max: [500, '维修项目不能超过500字'], missing: '请填写维修项目' },
  garageId: { label: '维修厂' },
})
