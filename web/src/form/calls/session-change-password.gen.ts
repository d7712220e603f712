// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const sessionChangePassword = formCall(calls.session.changePassword, {
  old: { label: '原密码', max: [128, '原密码不能超过64位'], exact: true },
  code: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'] },
  password: { label: '新密码', max: [128, '新密码不能超过64位'], missing: '请输入新密码', exact: true },
})
