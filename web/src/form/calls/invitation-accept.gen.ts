// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const invitationAccept = formCall(calls.invitation.accept, {
  mobile: { label: '手机号', match: [/^1[3-9]\d{9}$/, '手机号格式不正确'], phone: true },
  code: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'], missing: '请输入验证码' },
  agree: { missing: '请先阅读并同意协议' },
  native: {},
})
