// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketYearlyHandle = formCall(calls.ticket.yearlyHandle, {
  ticketId: { label: '工单', missing: '请选择工单' },
  version: {},
  action: { label: '操作', missing: '请选择操作' },
  planEnd: { label: '计划完成', int: '' },
  assigneeId: { label: '负责人', none: true },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  inspectedOn: { label: '检验日期' },
  newEndOn: { label: '新有效期' },
  photoIds: { label: '年检证明', max: [6, '年检证明最多6项'] },
  fee: { label: '年检费', int: '年检费应为整数（分）', min: [0, '年检费不能为负'], max: [100000000000, '年检费超出范围'] },
  items: { label: '维修项目', max: [500, '维修项目不能超过500字'] },
  garageId: { label: '维修厂' },
  confirm: {},
  force: {},
  forceReason: { label: '强制占用原因', max: [200, '强制占用原因不能超过200字'] },
})
