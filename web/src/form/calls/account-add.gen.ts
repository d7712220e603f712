// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const accountAdd = formCall(calls.account.add, {
  mobile: { label: '手机号', match: [/^1[3-9]\d{9}$/, '手机号格式不正确'], phone: true, missing: '请输入手机号' },
  name: { label: '姓名', min: [2, '姓名为2-20个字'], max: [20, '姓名为2-20个字'], missing: '请输入姓名' },
  jobNo: { label: '工号', max: [20, '工号不能超过20字'] },
  roleIds: { label: '角色', min: [1, '请选择角色'], max: [5, '角色最多5项'], missing: '请选择角色' },
  storeScope: { label: '数据范围', missing: '请选择数据范围' },
  storeIds: { label: '门店', max: [200, '门店最多200项'] },
  isDriver: { label: '是否司机' },
  driverLicenceNo: { label: '驾驶证号', max: [20, '驾驶证号不能超过20字'] },
  driverLicenceExpireOn: { label: '驾驶证有效期' },
  remark: { label: '备注', max: [200, '备注不能超过200字'] },
})
