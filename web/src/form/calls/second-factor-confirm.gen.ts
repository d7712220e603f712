// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const secondFactorConfirm = formCall(calls.secondFactor.confirm, {
  code: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'], missing: '请输入验证码' },
})
