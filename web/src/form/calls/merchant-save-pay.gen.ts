// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const merchantSavePay = formCall(calls.merchant.savePay, {
  payProfile: { label: '收款模式', missing: '请选择收款模式' },
  payWays: { label: '收款方式', max: [10, '收款方式最多10项'] },
  limits: { label: '收款限额', missing: '请填写收款限额', fields: { maxPayment: { label: '单笔收款上限', int: '单笔收款上限应在¥0.01至¥1000000.00之间', min: [1, '单笔收款上限应在¥0.01至¥1000000.00之间'], max: [100000000, '单笔收款上限应在¥0.01至¥1000000.00之间'], missing: '请输入单笔收款上限' } } },
  cashShifts: { label: '收银班次', fields: { shiftRequired: { label: '开班后才能收现金', missing: '请选择是否开班后才能收现金' }, floatSigned: { label: '开班现金不符需复核', missing: '请选择开班现金不符是否需复核' } } },
  prepay: { label: '预付款', max: [10, '预付款最多10项'], item: { label: '预付款', missing: '请填写预付款', fields: { source: { label: '订单来源', missing: '请选择订单来源' }, kind: { label: '预付方式', missing: '请选择预付方式' }, rateBp: { label: '预付比例', int: '预付比例应在1%至99%之间', min: [100, '预付比例应在1%至99%之间'], max: [9900, '预付比例应在1%至99%之间'], none: true }, fixedFen: { label: '预付金额', int: '预付金额应在¥0.01至¥1000000.00之间', min: [1, '预付金额应在¥0.01至¥1000000.00之间'], max: [100000000, '预付金额应在¥0.01至¥1000000.00之间'], none: true } } } },
  version: {},
})
