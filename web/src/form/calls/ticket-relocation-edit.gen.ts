// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketRelocationEdit = formCall(calls.ticket.relocationEdit, {
  ticketId: { label: '工单', missing: '请选择工单' },
  version: {},
  planStart: { label: '计划出发', int: '' },
  planEnd: { label: '计划到达', int: '' },
  assigneeId: { label: '负责人' },
  priority: { label: '优先级' },
  remark: { label: '备注', max: [500, '备注不能超过500字'] },
  toStoreId: { label: '调入门店', missing: '请选择调入门店' },
  reason: { label: '调车原因', missing: '请选择调车原因' },
  mode: { label: '运输方式' },
  carrier: { label: '承运商', max: [60, '承运商不能超过60字'] },
  waybill: { label: '运单号', max: [40, '运单号不能超过40字'] },
  changeHome: {},
  confirm: {},
  force: {},
  forceReason: { label: '强制占用原因', max: [200, '强制占用原因不能超过200字'] },
})
