// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const driverBlacklistPerson = formCall(calls.driver.blacklistPerson, {
  personId: { label: '客户', missing: '请选择客户' },
  on: { missing: '请选择加入或移出' },
  reason: { label: '原因', max: [200, '原因不能超过200字'], missing: '请填写原因' },
  version: {},
})
