// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketYearlyEdit = formCall(calls.ticket.yearlyEdit, {
  ticketId: { label: '工单', missing: '请选择工单' },
  version: {},
  planStart: { label: '计划送检', int: '' },
  planEnd: { label: '计划完成', int: '' },
  assigneeId: { label: '负责人' },
  priority: { label: '优先级' },
  remark: { label: '备注', max: [500, '备注不能超过500字'] },
  garageId: { label: '检测机构' },
  confirm: {},
  force: {},
  forceReason: { label: '强制占用原因', max: [200, '强制占用原因不能超过200字'] },
})
