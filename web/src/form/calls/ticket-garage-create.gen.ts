// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ticketGarageCreate = formCall(calls.ticket.garageCreate, {
  name: { label: '名称', max: [60, '名称不能超过60字'], missing: '请输入名称' },
  phone: { label: '电话', max: [20, '电话不能超过20字'] },
  address: { label: '地址', max: [120, '地址不能超过120字'] },
  works: { label: '业务', max: [7, '业务最多7项'] },
})
