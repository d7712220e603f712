// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const cashShiftClose = formCall(calls.cashShift.close, {
  id: { label: '班次', missing: '请选择班次' },
  counts: { label: '清点金额', min: [1, '请填写清点金额'], max: [4, '清点金额最多4项'], missing: '请填写清点金额', item: { label: '清点', missing: '请填写清点', fields: { way: { label: '收款方式', missing: '请选择收款方式' }, expected: { label: '应有金额', int: '应有金额超出范围', min: [-9007199254740991, '应有金额超出范围'], max: [9007199254740991, '应有金额超出范围'], missing: '请输入应有金额' }, counted: { label: '清点金额', int: '清点金额应为整数（分）', min: [0, '清点金额不能为负'], max: [100000000000, '清点金额超出范围'], missing: '请输入清点金额' } } } },
  reason: { label: '差额原因', max: [200, '差额原因不能超过200字'] },
})
