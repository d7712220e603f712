// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const sessionRegister = formCall(calls.session.register, {
  mobile: { label: '手机号', match: [/^1[3-9]\d{9}$/, '手机号格式不正确'], phone: true, missing: '请输入手机号' },
  code: { label: '验证码', match: [/^\d{6}$/, '请输入6位验证码'], missing: '请输入验证码' },
  password: { label: '密码', max: [128, '密码不能超过64位'], missing: '请输入密码', exact: true },
  merchantName: { label: '商家名称', min: [2, '商家名称为2-50个字'], max: [50, '商家名称为2-50个字'], missing: '请输入商家名称' },
  contactName: { label: '联系人姓名', min: [2, '联系人姓名为2-20个字'], max: [20, '联系人姓名为2-20个字'], missing: '请填写联系人姓名' },
  cityCode: { label: '所在城市', match: [/^\d{6}$/, '请选择城市'], missing: '请选择城市' },
  agree: { missing: '请先阅读并同意协议' },
})
