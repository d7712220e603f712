// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const reimbursementSave = formCall(calls.reimbursement.save, {
  orderId: { label: '订单', missing: '请选择订单' },
  kind: { label: '报销类型', missing: '请选择报销类型' },
  reasonCode: { label: '报销原因', missing: '请选择报销原因' },
  items: { label: '报销项', min: [1, '报销金额须大于0'], max: [50, '报销项最多50项'], missing: '报销金额须大于0', item: { label: '报销项', missing: '请填写报销项', fields: { code: { label: '退款项目' }, refId: { label: '费用' }, name: { label: '费用名称', max: [30, '费用名称不能超过30字'] }, amount: { label: '报销金额', int: '报销金额应为整数（分）', min: [1, '报销金额须大于0'], max: [100000000000, '报销金额超出范围'], missing: '请输入报销金额' }, photoIds: { label: '票据', max: [9, '票据最多9项'] } } } },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
  payMode: { label: '退款方式', missing: '请选择退款方式' },
  payeeName: { label: '收款人', max: [60, '收款人不能超过60字'] },
  payeeTail: { label: '账号尾号', min: [2, '账号尾号为2-8个字'], max: [8, '账号尾号为2-8个字'] },
})
