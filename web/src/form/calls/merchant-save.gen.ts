// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const merchantSave = formCall(calls.merchant.save, {
  name: { label: '商家名称', min: [2, '商家名称为2-50个字'], max: [50, '商家名称为2-50个字'], missing: '请输入商家名称' },
  shortName: { label: '商家简称', max: [12, '商家简称不能超过12字'], missing: '请输入商家简称' },
  logoId: { label: '标志', missing: '请选择标志', none: true },
  licenceNo: { max: [18, '统一社会信用代码不能超过18字'], missing: '请输入统一社会信用代码' },
  licenceFileId: { label: '营业执照', missing: '请选择营业执照', none: true },
  rentalFilingNo: { label: '租赁备案号', max: [40, '租赁备案号不能超过40字'] },
  contactName: { label: '联系人', min: [2, '联系人为2-20个字'], max: [20, '联系人为2-20个字'], missing: '请输入联系人' },
  contactMobile: { label: '联系电话', match: [/^1[3-9]\d{9}$/, '联系电话格式不正确'], phone: true, missing: '请输入联系电话' },
  cityCode: { label: '城市', min: [6, '城市应为6个字'], max: [6, '城市应为6个字'], missing: '请选择城市' },
  districtCode: { label: '区县', max: [6, '区县不能超过6字'] },
  version: {},
})
