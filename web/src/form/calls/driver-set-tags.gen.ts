// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const driverSetTags = formCall(calls.driver.setTags, {
  personId: { label: '客户', missing: '请选择客户' },
  tags: { label: '标签', max: [10, '标签最多10项'], item: { label: '标签', max: [10, '标签不能超过10字'], missing: '请填写标签' } },
})
