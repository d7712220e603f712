// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const expenseSaveAll = formCall(calls.expense.saveAll, {
  orderId: { label: '订单', missing: '请选择订单' },
  type: { label: '取还类型', missing: '请选择取还类型' },
  items: { label: '费用项', max: [50, '费用项最多50项'], item: { label: '费用项', missing: '请填写费用项', fields: { id: { label: '费用' }, code: { label: '费用项', missing: '请选择费用项' }, name: { label: '费用名称', max: [30, '费用名称不能超过30字'] }, qty: { label: '数量', min: [0.01, '数量应为0.01至999999'], max: [999999, '数量应为0.01至999999'] }, unitPrice: { label: '单价', int: '单价应为整数（分）', min: [0, '单价不能为负'], max: [100000000000, '单价超出范围'] }, amount: { label: '费用金额', int: '费用金额应为整数（分）', min: [0, '费用金额不能为负'], max: [100000000000, '费用金额超出范围'], missing: '请输入费用金额' }, remark: { label: '说明', max: [200, '说明不能超过200字'] }, photoIds: { label: '照片', max: [20, '照片最多20项'] }, settle: { label: '结算方式' } } } },
})
