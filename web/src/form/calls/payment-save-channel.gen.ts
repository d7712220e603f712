// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const paymentSaveChannel = formCall(calls.payment.saveChannel, {
  id: { label: '商户号' },
  storeId: { label: '门店' },
  payWay: { label: '支付渠道', missing: '请选择支付渠道' },
  appId: { label: '应用ID', min: [4, '应用ID为4-64个字'], max: [64, '应用ID为4-64个字'], missing: '请填写应用ID' },
  merchantNo: { label: '商户号', min: [4, '商户号为4-32个字'], max: [32, '商户号为4-32个字'], missing: '请填写商户号' },
  privateKey: { label: '应用私钥', max: [8000, '应用私钥不能超过8000字'] },
  keySerial: { label: '证书序列号', max: [64, '证书序列号不能超过64字'] },
  providerKey: { label: '平台公钥', min: [20, '平台公钥为20-8000个字'], max: [8000, '平台公钥为20-8000个字'], missing: '请填写平台公钥' },
  providerKeyId: { label: '平台公钥ID', max: [64, '平台公钥ID不能超过64字'] },
  secret: { label: 'APIv3密钥', max: [64, 'APIv3密钥不能超过64字'] },
  serviceId: { label: '服务ID', max: [64, '服务ID不能超过64字'] },
  appSecret: { label: '公众号AppSecret', max: [64, '公众号AppSecret不能超过64字'] },
  enabled: { label: '启用', missing: '请选择是否启用' },
  version: {},
})
