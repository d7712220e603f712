// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const secondFactorProve = formCall(calls.secondFactor.prove, {
  password: { label: '密码', max: [128, '密码不能超过64位'], exact: true },
  smsCode: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'] },
  totp: { label: '验证码', min: [6, '验证码为6-20个字'], max: [20, '验证码为6-20个字'] },
})
