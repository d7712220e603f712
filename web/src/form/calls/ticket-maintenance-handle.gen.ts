// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketMaintenanceHandle = formCall(calls.ticket.maintenanceHandle, {
  ticketId: { label: '工单', missing: '请选择工单' },
  version: {},
  action: { label: '操作', missing: '请选择操作' },
  planEnd: { label: '计划完工', int: '' },
  assigneeId: { label: '负责人', none: true },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  odometerKm: { label: '里程', int: '里程应为0至2000000的整数', min: [0, '里程应为0至2000000的整数'], max: [2000000, '里程应为0至2000000的整数'] },
  photoIds: { label: '车辆照片', max: [20, '车辆照片最多20项'] },
  nextKm: { label: '下次保养里程', int: '下次保养里程应为1至2000000的整数', min: [1, '下次保养里程应为1至2000000的整数'], max: [2000000, '下次保养里程应为1至2000000的整数'] },
  nextOn: { label: '下次保养日期' },
  quote: { label: '报价', int: '报价应为整数（分）', min: [0, '报价不能为负'], max: [100000000000, '报价超出范围'] },
  costs: { label: '费用', max: [30, '费用最多30项'], item: { label: '费用', missing: '请填写费用', fields: { item: { label: '费用项目', max: [40, '费用项目不能超过40字'], missing: '请填写费用项目' }, amount: { label: '费用金额', int: '费用金额应为整数（分）', min: [0, '费用金额不能为负'], max: [100000000000, '费用金额超出范围'], missing: '请输入费用金额' }, payer: { label: '承担方', missing: '请选择承担方' }, on: { label: '费用日期' } } } },
  confirm: {},
  force: {},
  forceReason: { label: '强制占用原因', max: [200, '强制占用原因不能超过200字'] },
})
