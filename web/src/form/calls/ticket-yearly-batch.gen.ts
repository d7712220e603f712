// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketYearlyBatch = formCall(calls.ticket.yearlyBatch, {
  tickets: { label: '工单', min: [1, '请填写工单'], max: [50, '工单最多50项'], missing: '请填写工单', item: { label: '工单', missing: '请填写工单', fields: { ticketId: { label: '工单', missing: '请选择工单' }, version: {} } } },
  planStart: { label: '计划送检', int: '' },
  planEnd: { label: '计划完成', int: '' },
  assigneeId: { label: '负责人' },
  priority: { label: '优先级' },
  remark: { label: '备注', max: [500, '备注不能超过500字'] },
  garageId: { label: '检测机构' },
})
