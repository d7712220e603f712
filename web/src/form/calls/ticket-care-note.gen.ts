// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketCareNote = formCall(calls.ticket.careNote, {
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  km: { label: '保养里程', int: '保养里程应为0至2000000的整数', min: [0, '保养里程应为0至2000000的整数'], max: [2000000, '保养里程应为0至2000000的整数'], missing: '请输入保养里程' },
  on: { label: '保养日期', missing: '请选择保养日期' },
  nextKm: { label: '下次保养里程', int: '下次保养里程应为1至2000000的整数', min: [1, '下次保养里程应为1至2000000的整数'], max: [2000000, '下次保养里程应为1至2000000的整数'] },
  nextOn: { label: '下次保养日期' },
})
