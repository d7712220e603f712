// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const priceSaveRule = formCall(calls.price.saveRule, {
  storeId: { label: '门店', missing: '请选择门店' },
  modelId: { label: '车型', missing: '请选择车型' },
  source: { label: '渠道' },
  version: { label: '版本', int: '版本应为0至2000000000的整数', min: [0, '版本应为0至2000000000的整数'], max: [2000000000, '版本应为0至2000000000的整数'] },
  basePrice: { label: '平日价', int: '平日价超出范围', min: [-100000000000, '平日价超出范围'], max: [100000000000, '平日价超出范围'] },
  weekendPrice: { label: '周末价', int: '周末价超出范围', min: [-100000000000, '周末价超出范围'], max: [100000000000, '周末价超出范围'], none: true },
  holidayPrice: { label: '节假日价', int: '节假日价超出范围', min: [-100000000000, '节假日价超出范围'], max: [100000000000, '节假日价超出范围'], none: true },
  weekendDays: { label: '周末', max: [7, '周末最多7项'], item: { label: '周末', int: '周末应为1至7的整数', min: [1, '周末应为1至7的整数'], max: [7, '周末应为1至7的整数'], missing: '请输入周末' } },
  overHourPrice: { label: '超时每小时', int: '超时每小时超出范围', min: [-100000000000, '超时每小时超出范围'], max: [100000000000, '超时每小时超出范围'], none: true },
  overHourDivisor: { label: '超时按日租的几分之一', int: '超时按日租的几分之一应为1至24的整数', min: [1, '超时按日租的几分之一应为1至24的整数'], max: [24, '超时按日租的几分之一应为1至24的整数'] },
  minDays: { label: '起租天数', int: '起租天数应为1至30的整数', min: [1, '起租天数应为1至30的整数'], max: [30, '起租天数应为1至30的整数'] },
  maxDays: { label: '最长租期', int: '最长租期应为1至365的整数', min: [1, '最长租期应为1至365的整数'], max: [365, '最长租期应为1至365的整数'], none: true },
  advanceMinMinutes: { label: '提前预订分钟', int: '提前预订分钟应为0至43200的整数', min: [0, '提前预订分钟应为0至43200的整数'], max: [43200, '提前预订分钟应为0至43200的整数'], none: true },
  discountOnHoliday: {},
  enabled: {},
  tiers: { label: '多日折扣', max: [20, '多日折扣最多20项'], item: { label: '多日折扣', missing: '请填写多日折扣', fields: { fromDays: { label: '折扣天数', int: '折扣天数应为0至9999的整数', min: [0, '折扣天数应为0至9999的整数'], max: [9999, '折扣天数应为0至9999的整数'], missing: '请输入折扣天数' }, rateBp: { label: '折扣', int: '折扣应为-1至100000的整数', min: [-1, '折扣应为-1至100000的整数'], max: [100000, '折扣应为-1至100000的整数'], none: true }, fixedDayPrice: { label: '固定日价', int: '固定日价超出范围', min: [-100000000000, '固定日价超出范围'], max: [100000000000, '固定日价超出范围'], none: true } } } },
  longVersion: { label: '版本', int: '版本应为0至2000000000的整数', min: [0, '版本应为0至2000000000的整数'], max: [2000000000, '版本应为0至2000000000的整数'] },
  longRows: { label: '长租月价', max: [36, '长租月价最多36项'], item: { label: '长租月价', missing: '请填写长租月价', fields: { fromMonths: { label: '租期月数', int: '租期月数应为0至999的整数', min: [0, '租期月数应为0至999的整数'], max: [999, '租期月数应为0至999的整数'], missing: '请输入租期月数' }, monthlyPrice: { label: '月价', int: '月价超出范围', min: [-100000000000, '月价超出范围'], max: [100000000000, '月价超出范围'], missing: '请输入月价' } } } },
  publishAt: { label: '生效时间', int: '' },
})
