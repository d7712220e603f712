// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const driverAnswerPrivacy = formCall(calls.driver.answerPrivacy, {
  requestId: { label: '客户请求', missing: '请选择客户请求' },
  done: { missing: '请选择处理结果' },
  answer: { label: '答复', max: [200, '答复不能超过200字'], missing: '请填写答复' },
})
