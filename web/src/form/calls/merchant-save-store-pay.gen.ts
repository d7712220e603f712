// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const merchantSaveStorePay = formCall(calls.merchant.saveStorePay, {
  storeId: { label: '门店', missing: '请选择门店' },
  payWays: { label: '收款方式', max: [10, '收款方式最多10项'] },
  maxPayment: { label: '单笔收款上限', int: '单笔收款上限应在¥0.01至¥1000000.00之间', min: [1, '单笔收款上限应在¥0.01至¥1000000.00之间'], max: [100000000, '单笔收款上限应在¥0.01至¥1000000.00之间'] },
  version: {},
})
