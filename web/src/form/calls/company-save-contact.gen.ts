// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const companySaveContact = formCall(calls.company.saveContact, {
  companyId: { label: '企业客户', missing: '请选择企业客户' },
  contactId: { label: '联系人' },
  name: { label: '联系人', max: [30, '联系人不能超过30字'], missing: '请填写联系人' },
  phone: { label: '手机号', match: [/^((1[3-9]\d{9}|95\d{9,10})(,\d{1,6})?|\+(?!86)[1-9]\d{6,14})$/, '请输入正确的手机号'], phone: true },
})
