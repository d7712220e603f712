// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const invoiceIssue = formCall(calls.invoice.issue, {
  id: { label: '发票', missing: '请选择发票' },
  number: { label: '发票号码', match: [/^\d{8,20}$/, '发票号码为8-20位数字'], missing: '请填写发票号码' },
  issuedOn: { label: '开票日期', missing: '请选择开票日期' },
  fileIds: { label: '发票文件', max: [9, '发票文件最多9项'] },
})
