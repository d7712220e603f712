// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const agreementSaveCertificate = formCall(calls.agreement.saveCertificate, {
  p12: { label: '证书文件', max: [20000, '证书文件不能超过20000字'], missing: '请选择证书文件' },
  password: { label: '证书密码', max: [128, '证书密码不能超过64位'], missing: '请输入证书密码', exact: true },
})
