// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ownerAgree = formCall(calls.owner.agree, {
  ownerId: { label: '车主', missing: '请选择车主' },
  vehicleId: { label: '车辆', missing: '请选择车辆' },
  kind: { label: '合作方式', missing: '请选择合作方式' },
  from: { label: '开始日期', missing: '请选择开始日期' },
  to: { label: '结束日期' },
  shareBp: { label: '车主分成', int: '车主分成应为0至10000的整数', min: [0, '车主分成应为0至10000的整数'], max: [10000, '车主分成应为0至10000的整数'] },
  afterCosts: { label: '扣除费用后分成' },
  rent: { label: '每月租金', int: '每月租金应为整数（分）', min: [0, '每月租金不能为负'], max: [100000000000, '每月租金超出范围'] },
  fee: { label: '每月管理费', int: '每月管理费应为整数（分）', min: [0, '每月管理费不能为负'], max: [100000000000, '每月管理费超出范围'] },
  feeBp: { label: '管理费比例', int: '管理费比例应为0至10000的整数', min: [0, '管理费比例应为0至10000的整数'], max: [10000, '管理费比例应为0至10000的整数'] },
  costKinds: { label: '车主承担的费用', max: [14, '车主承担的费用最多14项'] },
  payDay: { label: '付款日', int: '付款日应为1至28的整数', min: [1, '付款日应为1至28的整数'], max: [28, '付款日应为1至28的整数'] },
  note: { label: '备注', max: [200, '备注不能超过200字'] },
})
