// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const cancellationApply = formCall(calls.cancellation.apply, {
  reason: { label: '注销原因', max: [200, '注销原因不能超过200字'], missing: '请填写注销原因' },
  smsCode: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'], missing: '请输入验证码' },
})
