// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const priceSaveCalendar = formCall(calls.price.saveCalendar, {
  storeId: { label: '门店', missing: '请选择门店' },
  modelId: { label: '车型', missing: '请选择车型' },
  source: { label: '渠道' },
  from: { label: '开始日期', missing: '请选择开始日期' },
  to: { label: '结束日期', missing: '请选择结束日期' },
  weekdays: { label: '星期', max: [7, '星期最多7项'], item: { label: '星期', int: '星期应为1至7的整数', min: [1, '星期应为1至7的整数'], max: [7, '星期应为1至7的整数'], missing: '请输入星期' } },
  price: { label: '价格', int: '价格超出范围', min: [-100000000000, '价格超出范围'], max: [100000000000, '价格超出范围'] },
  adjustBp: { label: '调整比例', int: '下调不能超过90%，上调不能超过900%', min: [-9000, '下调不能超过90%，上调不能超过900%'], max: [90000, '下调不能超过90%，上调不能超过900%'] },
  stop: {},
  restore: {},
  version: { label: '版本', int: '版本应为0至2000000000的整数', min: [0, '版本应为0至2000000000的整数'], max: [2000000000, '版本应为0至2000000000的整数'] },
  publishAt: { label: '生效时间', int: '' },
})
