// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const sessionLogin = formCall(calls.session.login, {
  mobile: { label: '手机号', match: [/^1[3-9]\d{9}$/, '手机号格式不正确'], phone: true, missing: '请输入手机号' },
  password: { label: '密码', max: [128, '密码不能超过64位'], missing: '请输入密码', exact: true },
  agree: { missing: '请先阅读并同意协议' },
  native: {},
  captchaId: { match: [/^\d{1,18}$/, '图形验证码不正确'] },
  captchaCode: { label: '图形验证码', max: [8, '图形验证码不能超过8字'] },
})
