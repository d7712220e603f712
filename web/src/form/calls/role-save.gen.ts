// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const roleSave = formCall(calls.role.save, {
  roleId: { label: '角色' },
  name: { label: '角色名称', min: [2, '角色名称为2-20个字'], max: [20, '角色名称为2-20个字'], missing: '请输入角色名称' },
  remark: { label: '备注', max: [200, '备注不能超过200字'] },
  version: {},
})
