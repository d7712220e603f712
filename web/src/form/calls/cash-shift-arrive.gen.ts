// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const cashShiftArrive = formCall(calls.cashShift.arrive, {
  storeId: { label: '门店', missing: '请选择门店' },
  account: { label: '科目', missing: '请选择科目' },
  amount: { label: '到账金额', int: '到账金额应为整数（分）', min: [0, '到账金额不能为负'], max: [100000000000, '到账金额超出范围'], missing: '请输入到账金额' },
  fee: { label: '手续费或佣金', int: '手续费或佣金应为整数（分）', min: [0, '手续费或佣金不能为负'], max: [100000000000, '手续费或佣金超出范围'], missing: '请输入手续费或佣金' },
  slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] },
  voucherIds: { label: '到账凭证', max: [20, '到账凭证最多20项'] },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
})
