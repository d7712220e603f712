// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const invoiceSave = formCall(calls.invoice.save, {
  kind: { label: '票种' },
  title: { label: '发票抬头', max: [100, '发票抬头不能超过100字'], missing: '请填写发票抬头' },
  taxNo: { label: '税号', match: [/^[0-9A-Z]{15,20}$/, '税号为15-20位数字或大写字母'] },
  buyerAddress: { label: '地址', max: [100, '地址不能超过100字'] },
  buyerPhone: { label: '电话', max: [20, '电话不能超过20字'] },
  buyerBank: { label: '开户银行', max: [60, '开户银行不能超过60字'] },
  buyerAccount: { label: '银行账号', max: [40, '银行账号不能超过40字'] },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  receiptId: { label: '收款单' },
  orders: { label: '订单', min: [1, '请填写订单'], max: [50, '订单最多50项'], missing: '请填写订单', item: { label: '订单', missing: '请填写订单', fields: { orderId: { label: '订单', missing: '请选择订单' }, amount: { label: '开票金额', int: '开票金额应为整数（分）', min: [1, '开票金额须大于0'], max: [100000000000, '开票金额超出范围'], missing: '请输入开票金额' } } } },
})
