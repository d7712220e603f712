// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const cashShiftHandIn = formCall(calls.cashShift.handIn, {
  storeId: { label: '门店', missing: '请选择门店' },
  amount: { label: '交存金额', int: '交存金额应为整数（分）', min: [1, '交存金额须大于0'], max: [100000000000, '交存金额超出范围'], missing: '请输入交存金额' },
  voucherIds: { label: '存款凭证', min: [1, '请填写存款凭证'], max: [9, '存款凭证最多9项'], missing: '请填写存款凭证' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
})
