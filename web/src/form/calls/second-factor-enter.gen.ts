// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const secondFactorEnter = formCall(calls.secondFactor.enter, {
  ticket: { label: '凭证', max: [100, '凭证不能超过100字'], missing: '请填写凭证' },
  code: { label: '验证码', min: [6, '验证码为6-20个字'], max: [20, '验证码为6-20个字'], missing: '请输入验证码或恢复码' },
})
