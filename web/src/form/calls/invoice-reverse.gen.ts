// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const invoiceReverse = formCall(calls.invoice.reverse, {
  id: { label: '发票', missing: '请选择发票' },
  number: { label: '红字发票号码', match: [/^\d{8,20}$/, '红字发票号码为8-20位数字'], missing: '请填写红字发票号码' },
  confirmNo: { label: '红字确认单编号', max: [40, '红字确认单编号不能超过40字'] },
  issuedOn: { label: '红冲日期', missing: '请选择红冲日期' },
  fileIds: { label: '红字发票文件', max: [9, '红字发票文件最多9项'] },
})
