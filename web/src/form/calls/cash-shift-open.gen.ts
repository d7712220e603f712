// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const cashShiftOpen = formCall(calls.cashShift.open, {
  storeId: { label: '门店', missing: '请选择门店' },
  opening: { label: '清点现金', int: '清点现金应为整数（分）', min: [0, '清点现金不能为负'], max: [100000000000, '清点现金超出范围'], missing: '请输入清点现金' },
  reason: { label: '差异原因', max: [200, '差异原因不能超过200字'] },
})
