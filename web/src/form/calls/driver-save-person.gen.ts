// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const driverSavePerson = formCall(calls.driver.savePerson, {
  personId: { label: '客户' },
  version: {},
  name: { label: '客户姓名', min: [2, '客户姓名为2-60个字'], max: [60, '客户姓名为2-60个字'], missing: '请填写客户姓名' },
  phone: { label: '手机号', match: [/^((1[3-9]\d{9}|95\d{9,10})(,\d{1,6})?|\+(?!86)[1-9]\d{6,14})$/, '请输入正确的手机号'], phone: true },
  identityType: { label: '证件类型', missing: '请选择证件类型' },
  identityNo: { label: '证件号码', min: [4, '证件号码为4-30个字'], max: [30, '证件号码为4-30个字'] },
  identityExpire: { label: '证件有效期' },
  licenceNo: { label: '驾驶证号', min: [4, '驾驶证号为4-30个字'], max: [30, '驾驶证号为4-30个字'] },
  licenceClass: { label: '准驾车型', max: [10, '准驾车型不能超过10字'] },
  licenceFirstIssue: { label: '初次领证日期' },
  licenceExpire: { label: '驾驶证有效期' },
  birthday: { label: '出生日期' },
  gender: { label: '性别' },
  address: { label: '地址', max: [200, '地址不能超过200字'] },
  imgFront: { label: '证件正面照片' },
  imgBack: { label: '证件背面照片' },
  licenceMain: { label: '驾驶证正页照片' },
  licenceSub: { label: '驾驶证副页照片' },
  facePhoto: { label: '人脸照片' },
  consent: {},
  faceConsent: {},
})
