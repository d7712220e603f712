// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketMaintenanceEdit = formCall(calls.ticket.maintenanceEdit, {
  ticketId: { label: '工单', missing: '请选择工单' },
  version: {},
  planStart: { label: '计划送修', int: '' },
  planEnd: { label: '计划完工', int: '' },
  assigneeId: { label: '负责人' },
  priority: { label: '优先级' },
  remark: { label: '备注', max: [500, '备注不能超过500字'] },
  type: { label: '维保类型', missing: '请选择维保类型' },
  items: { label: '维修项目', max: [500, '维修项目不能超过500字'], missing: '请填写维修项目' },
  garageId: { label: '维修厂' },
  quote: { label: '报价', int: '报价应为整数（分）', min: [0, '报价不能为负'], max: [100000000000, '报价超出范围'] },
  confirm: {},
  force: {},
  forceReason: { label: '强制占用原因', max: [200, '强制占用原因不能超过200字'] },
})
