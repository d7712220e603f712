// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const pickupReturnCloseLost = formCall(calls.pickupReturn.closeLost, {
  orderId: { label: '订单', missing: '请选择订单' },
  lostAt: { label: '计费截止时间', int: '', missing: '请选择计费截止时间' },
  expectAmount: { label: '结算金额', int: '结算金额超出范围', min: [-100000000000, '结算金额超出范围'], max: [100000000000, '结算金额超出范围'], missing: '请输入结算金额' },
  reason: { label: '未还车原因', max: [200, '未还车原因不能超过200字'], missing: '请填写未还车原因' },
  worth: { label: '车辆价值', int: '车辆价值应为整数（分）', min: [1, '车辆价值须大于0'], max: [100000000000, '车辆价值超出范围'], missing: '请输入车辆价值' },
  insuranceCovered: { label: '保险及第三方承担', int: '保险及第三方承担应为整数（分）', min: [0, '保险及第三方承担不能为负'], max: [100000000000, '保险及第三方承担超出范围'] },
  liability: { label: '责任', missing: '请选择责任' },
  voucherIds: { label: '证明材料', max: [20, '证明材料最多20项'] },
  version: {},
})
