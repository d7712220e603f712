// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const violationSave = formCall(calls.violation.save, {
  orderId: { label: '订单', missing: '请选择订单' },
  id: { label: '违章' },
  version: {},
  vehicleId: { label: '车辆' },
  occurAt: { label: '违章时间', int: '', missing: '请选择违章时间' },
  place: { label: '违章地点', max: [200, '违章地点不能超过200字'] },
  act: { label: '违章行为', max: [200, '违章行为不能超过200字'], missing: '请填写违章行为' },
  actCode: { label: '违法代码', max: [10, '违法代码不能超过10字'] },
  points: { label: '扣分', int: '扣分应为0-12的整数', min: [0, '扣分应为0-12的整数'], max: [12, '扣分应为0-12的整数'], missing: '请输入扣分' },
  fine: { label: '罚款金额', int: '罚款金额应为整数（分）', min: [0, '罚款金额不能为负'], max: [100000000000, '罚款金额超出范围'] },
  docNo: { label: '文书号', max: [40, '文书号不能超过40字'] },
  authority: { label: '处理机关', max: [60, '处理机关不能超过60字'] },
  officialState: { label: '官方处理状态' },
  photoIds: { label: '违章凭证', max: [9, '违章凭证最多9项'] },
  remark: { label: '备注', max: [500, '备注不能超过500字'] },
})
