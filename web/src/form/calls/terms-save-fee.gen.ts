// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const termsSaveFee = formCall(calls.terms.saveFee, {
  id: { label: '费用' },
  version: {},
  storeId: { label: '门店', missing: '请选择门店' },
  kind: { label: '费用类型', missing: '请选择费用类型' },
  name: { label: '名称', max: [30, '名称不能超过30字'] },
  feeMode: { label: '收费方式', missing: '请选择收费方式' },
  rateBp: { label: '收费比例', int: '收费比例应为0至10000的整数', min: [0, '收费比例应为0至10000的整数'], max: [10000, '收费比例应为0至10000的整数'] },
  amount: { label: '费用金额', int: '费用金额超出范围', min: [-100000000000, '费用金额超出范围'], max: [100000000000, '费用金额超出范围'] },
  baseKm: { label: '起步公里', min: [0, '起步公里应为0至999'], max: [999, '起步公里应为0至999'] },
  perKmFee: { label: '每公里费用', int: '每公里费用超出范围', min: [-100000000000, '每公里费用超出范围'], max: [100000000000, '每公里费用超出范围'] },
  maxKm: { label: '最远公里', min: [0, '最远公里应为0至9999'], max: [9999, '最远公里应为0至9999'], none: true },
  windowFrom: { label: '开始时间', min: [5, '开始时间应为5个字'], max: [5, '开始时间应为5个字'], none: true },
  windowTo: { label: '结束时间', min: [5, '结束时间应为5个字'], max: [5, '结束时间应为5个字'], none: true },
  pairStoreId: { label: '还车门店', none: true },
  enabled: { label: '启用' },
})
