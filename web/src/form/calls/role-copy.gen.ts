// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const roleCopy = formCall(calls.role.copy, {
  roleId: { label: '角色', missing: '请选择角色' },
  name: { label: '角色名称', min: [2, '角色名称为2-20个字'], max: [20, '角色名称为2-20个字'], missing: '请输入角色名称' },
})
