// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerCreate = formCall(calls.owner.create, {
  kind: { label: '类型', missing: '请选择类型' },
  name: { label: '车主姓名或单位', max: [60, '车主姓名或单位不能超过60字'], missing: '请填写车主姓名或单位' },
  bank: { label: '开户行', max: [60, '开户行不能超过60字'] },
  note: { label: '备注', max: [200, '备注不能超过200字'] },
  phone: { label: '手机号', match: [/^1[3-9]\d{9}$/, '手机号格式不正确'], phone: true, missing: '请输入手机号' },
  identityNo: { label: '证件号码或税号', min: [4, '证件号码或税号为4-30个字'], max: [30, '证件号码或税号为4-30个字'] },
  bankAccount: { label: '银行账号', min: [4, '银行账号为4-40个字'], max: [40, '银行账号为4-40个字'] },
})
