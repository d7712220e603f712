// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const driverRequestPrivacy = formCall(calls.driver.requestPrivacy, {
  personId: { label: '客户', missing: '请选择客户' },
  kind: { label: '请求事项', missing: '请选择请求事项' },
  note: { label: '说明', max: [200, '说明不能超过200字'] },
})
