// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const depositDeduct = formCall(calls.deposit.deduct, {
  orderId: { label: '订单', missing: '请选择订单' },
  kind: { label: '押金类型', missing: '请选择押金类型' },
  lines: { label: '扣款金额', min: [1, '请填写扣款金额'], max: [50, '扣款金额最多50项'], missing: '请填写扣款金额', item: { label: '扣款项', missing: '请填写扣款项', fields: { code: { label: '费用', max: [32, '费用不能超过32字'], missing: '请填写费用' }, refId: { label: '费用单' }, amount: { label: '扣款金额', int: '扣款金额应为整数（分）', min: [1, '扣款金额须大于0'], max: [100000000000, '扣款金额超出范围'], missing: '请输入扣款金额' } } } },
  mode: { label: '扣款方式', missing: '请选择扣款方式' },
  reason: { label: '扣款原因', max: [200, '扣款原因不能超过200字'], missing: '请填写扣款原因' },
  photoIds: { label: '扣款凭证', max: [20, '扣款凭证最多20项'] },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
})
