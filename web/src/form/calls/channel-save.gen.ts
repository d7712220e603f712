// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const channelSave = formCall(calls.channel.save, {
  source: { label: '渠道', missing: '请选择渠道' },
  version: {},
  vendorCode: { label: '商家编号', max: [50, '商家编号不能超过50字'] },
  contact: { label: '联系人', max: [100, '联系人不能超过100字'] },
  commissionBp: { label: '佣金比例', int: '佣金比例应为0-50%', min: [0, '佣金比例应为0-50%'], max: [5000, '佣金比例应为0-50%'], missing: '请输入佣金比例' },
  autoConfirm: { label: '自动接单' },
  confirmTimeoutMin: { label: '确认时限', int: '确认时限应为5至240分钟', min: [5, '确认时限应为5至240分钟'], max: [240, '确认时限应为5至240分钟'] },
  toleranceFen: { label: '价差容忍', int: '价差容忍应为¥0.00至¥1,000.00', min: [0, '价差容忍应为¥0.00至¥1,000.00'], max: [100000, '价差容忍应为¥0.00至¥1,000.00'] },
  prepaid: { label: '平台代收订单款' },
  minLeadMinutes: { label: '最短提前时间', int: '最短提前时间应为0至43200分钟', min: [0, '最短提前时间应为0至43200分钟'], max: [43200, '最短提前时间应为0至43200分钟'], none: true },
  maxDays: { label: '最长租期', int: '最长租期应为1至365天', min: [1, '最长租期应为1至365天'], max: [365, '最长租期应为1至365天'], none: true },
  priceMode: { label: '价格方式', missing: '请选择价格方式' },
  priceValue: { label: '加减价比例', int: '加减价比例应为0-100%', min: [0, '加减价比例应为0-100%'], max: [10000, '加减价比例应为0-100%'], missing: '请输入加减价比例' },
  roundTo: { label: '取整', missing: '请选择取整' },
  minFen: { label: '每天最低价', int: '每天最低价应为整数（分）', min: [0, '每天最低价不能为负'], max: [100000000000, '每天最低价超出范围'], missing: '请输入每天最低价' },
  stockMode: { label: '库存方式', missing: '请选择库存方式' },
  stockValue: { label: '数量', int: '数量应为0至9999的整数', min: [0, '数量应为0至9999的整数'], max: [9999, '数量应为0至9999的整数'], missing: '请输入数量' },
  bufferUnits: { label: '缓冲车辆', int: '缓冲车辆应为0至999的整数', min: [0, '缓冲车辆应为0至999的整数'], max: [999, '缓冲车辆应为0至999的整数'], missing: '请输入缓冲车辆' },
})
