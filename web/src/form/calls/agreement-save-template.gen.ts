// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const agreementSaveTemplate = formCall(calls.agreement.saveTemplate, {
  type: { label: '合同类型', missing: '请选择合同类型' },
  title: { label: '合同名称', min: [2, '合同名称为2-30个字'], max: [30, '合同名称为2-30个字'], missing: '请填写合同名称' },
  clauses: { label: '条款', min: [1, '请填写条款'], max: [40, '条款最多40项'], missing: '请填写条款', item: { label: '条款', missing: '请填写条款', fields: { title: { label: '条款标题', max: [30, '条款标题不能超过30字'], missing: '请填写条款标题' }, text: { label: '条款内容', max: [2000, '条款内容不能超过2000字'], missing: '请填写条款内容' }, strong: { label: '加粗', missing: '请选择是否加粗' } } } },
  consent: { label: '签署确认语', max: [500, '签署确认语不能超过500字'], missing: '请填写签署确认语' },
  version: { label: '版本', int: '版本应为0至1000000的整数', min: [0, '版本应为0至1000000的整数'], max: [1000000, '版本应为0至1000000的整数'], missing: '请输入版本' },
  enabled: { label: '启用电子合同', missing: '请选择是否启用' },
})
