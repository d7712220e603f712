// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const companyEdit = formCall(calls.company.edit, {
  companyId: { label: '企业客户', missing: '请选择企业客户' },
  version: {},
  name: { label: '单位名称', max: [60, '单位名称不能超过60字'], missing: '请填写单位名称' },
  taxNo: { label: '税号', match: [/^[0-9A-Z]{15,20}$/, '税号为15-20位数字或大写字母'] },
  address: { label: '地址', max: [120, '地址不能超过120字'] },
  phone: { label: '电话', max: [20, '电话不能超过20字'] },
  bank: { label: '开户行', max: [60, '开户行不能超过60字'] },
  bankAccount: { label: '银行账号', max: [40, '银行账号不能超过40字'] },
  note: { label: '备注', max: [500, '备注不能超过500字'] },
  tags: { label: '标签', max: [10, '标签最多10项'], item: { label: '标签', max: [10, '标签不能超过10字'], missing: '请填写标签' } },
})
