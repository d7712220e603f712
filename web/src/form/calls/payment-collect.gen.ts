// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const paymentCollect = formCall(calls.payment.collect, {
  orderId: { label: '订单', missing: '请选择订单' },
  payKind: { label: '收款项目', missing: '请选择收款项目' },
  refId: { label: '关联单据' },
  amount: { label: '收款金额', int: '收款金额应为整数（分）', min: [1, '收款金额须大于0'], max: [100000000000, '收款金额超出范围'], missing: '请输入收款金额' },
  voucherIds: { label: '收款凭证', max: [20, '收款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  payWay: { label: '收款方式', missing: '请选择收款方式' },
  client: { label: '打开方式' },
})
