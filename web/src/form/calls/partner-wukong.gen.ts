// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const partnerWukong = formCall(calls.partner.wukong, {
  code: { label: '授权码', max: [200, '授权码不能超过200字'] },
  bindToken: { label: '绑定凭证', max: [100, '绑定凭证不能超过100字'] },
  mobile: { label: '手机号', match: [/^1[3-9]\d{9}$/, '手机号格式不正确'], phone: true },
  smsCode: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'] },
})
