// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const paymentReceiptSave = formCall(calls.payment.receiptSave, {
  payer: { label: '付款方', max: [60, '付款方不能超过60字'], missing: '请填写付款方' },
  payWay: { label: '收款方式', missing: '请选择收款方式' },
  amount: { label: '收款金额', int: '收款金额应为整数（分）', min: [1, '收款金额须大于0'], max: [100000000000, '收款金额超出范围'], missing: '请输入收款金额' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  voucherIds: { label: '收款凭证', max: [20, '收款凭证最多20项'] },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  orders: { label: '订单', min: [1, '请填写订单'], max: [50, '订单最多50项'], missing: '请填写订单', item: { label: '订单', missing: '请填写订单', fields: { orderId: { label: '订单', missing: '请选择订单' }, amount: { label: '分摊金额', int: '分摊金额应为整数（分）', min: [1, '分摊金额须大于0'], max: [100000000000, '分摊金额超出范围'], missing: '请输入分摊金额' }, owed: { label: '待收金额', int: '待收金额应为整数（分）', min: [0, '待收金额不能为负'], max: [100000000000, '待收金额超出范围'] } } } },
})
