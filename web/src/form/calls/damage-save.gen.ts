// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const damageSave = formCall(calls.damage.save, {
  orderId: { label: '订单', missing: '请选择订单' },
  id: { label: '车损单' },
  version: {},
  vehicleId: { label: '车辆' },
  parts: { label: '损伤部位', max: [40, '损伤部位最多40项'], item: { label: '损伤部位', missing: '请填写损伤部位', fields: { part: { label: '损伤部位', max: [32, '损伤部位不能超过32字'], missing: '请填写损伤部位' }, kind: { label: '损伤类型', missing: '请选择损伤类型' }, amount: { label: '维修费用', int: '维修费用应为整数（分）', min: [0, '维修费用不能为负'], max: [100000000000, '维修费用超出范围'], missing: '请输入维修费用' } } } },
  worth: { label: '车辆价值', int: '车辆价值应为整数（分）', min: [0, '车辆价值不能为负'], max: [100000000000, '车辆价值超出范围'] },
  downtimeDays: { label: '停运天数', int: '停运天数应为0至365的整数', min: [0, '停运天数应为0至365的整数'], max: [365, '停运天数应为0至365的整数'] },
  downtimeFee: { label: '每日停运损失', int: '每日停运损失应为整数（分）', min: [0, '每日停运损失不能为负'], max: [100000000000, '每日停运损失超出范围'] },
  depreciationFee: { label: '折旧费', int: '折旧费应为整数（分）', min: [0, '折旧费不能为负'], max: [100000000000, '折旧费超出范围'] },
  otherFee: { label: '其他费用', int: '其他费用应为整数（分）', min: [0, '其他费用不能为负'], max: [100000000000, '其他费用超出范围'] },
  insuranceCovered: { label: '保险及第三方承担', int: '保险及第三方承担应为整数（分）', min: [0, '保险及第三方承担不能为负'], max: [100000000000, '保险及第三方承担超出范围'] },
  liability: { label: '责任' },
  photoIds: { label: '损伤照片', max: [20, '损伤照片最多20项'] },
  remark: { label: '车损说明', max: [200, '车损说明不能超过200字'] },
  assess: {},
  deduct: { label: '扣款', fields: { payMode: { label: '扣款方式', missing: '请选择扣款方式' }, amount: { label: '扣款金额', int: '扣款金额应为整数（分）', min: [1, '扣款金额须大于0'], max: [100000000000, '扣款金额超出范围'], missing: '请输入扣款金额' }, slipNo: { label: '流水号', match: [/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'] } } },
  close: { label: '关闭', fields: { reason: { label: '关闭原因', max: [200, '关闭原因不能超过200字'], missing: '请填写关闭原因' } } },
})
