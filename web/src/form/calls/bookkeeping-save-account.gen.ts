// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const bookkeepingSaveAccount = formCall(calls.bookkeeping.saveAccount, {
  account: { label: '科目', missing: '请选择科目' },
  code: { label: '科目编码', match: [/^[0-9A-Za-z.-]{1,30}$/, '科目编码为1-30位数字、字母、点或横线'], missing: '请填写科目编码' },
  name: { label: '科目名称', max: [60, '科目名称不能超过60字'], missing: '请填写科目名称' },
  taxClass: { label: '增值税' },
  version: { label: '版本', int: '版本应为0至2000000000的整数', min: [0, '版本应为0至2000000000的整数'], max: [2000000000, '版本应为0至2000000000的整数'], missing: '请输入版本' },
})
