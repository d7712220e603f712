// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const modelSave = formCall(calls.model.save, {
  modelId: { label: '车型' },
  version: {},
  brand: { label: '品牌', max: [20, '品牌不能超过20字'], missing: '请输入品牌' },
  series: { label: '车系', max: [30, '车系不能超过30字'], missing: '请输入车系' },
  name: { label: '车型名称', max: [40, '车型名称不能超过40字'], missing: '请输入车型名称' },
  config: { label: '配置', max: [40, '配置不能超过40字'] },
  modelYear: { label: '年款', int: '年款应为1990至2100的整数', min: [1990, '年款应为1990至2100的整数'], max: [2100, '年款应为1990至2100的整数'] },
  carType: { label: '车型类别', missing: '请选择车型类别' },
  seats: { label: '座位数', int: '座位数应为2至55的整数', min: [2, '座位数应为2至55的整数'], max: [55, '座位数应为2至55的整数'], missing: '请输入座位数' },
  doors: { label: '车门数', int: '车门数应为1至9的整数', min: [1, '车门数应为1至9的整数'], max: [9, '车门数应为1至9的整数'], missing: '请输入车门数' },
  gearbox: { label: '变速箱', missing: '请选择变速箱' },
  energy: { label: '能源类型', missing: '请选择能源类型' },
  displacement: { label: '排量', max: [20, '排量不能超过20字'] },
  tankL: { label: '油箱容积', min: [0, '油箱容积应为0至2000'], max: [2000, '油箱容积应为0至2000'] },
  batteryKwh: { label: '电池容量', min: [0, '电池容量应为0至2000'], max: [2000, '电池容量应为0至2000'] },
  rangeKm: { label: '续航里程', int: '续航里程应为0至9999的整数', min: [0, '续航里程应为0至9999的整数'], max: [9999, '续航里程应为0至9999的整数'] },
  licenceClass: { label: '准驾车型', missing: '请选择准驾车型' },
  depositRent: { label: '租车押金', int: '租车押金应为整数（分）', min: [0, '租车押金不能为负'], max: [100000000000, '租车押金超出范围'] },
  depositViolation: { label: '违章押金', int: '违章押金应为整数（分）', min: [0, '违章押金不能为负'], max: [100000000000, '违章押金超出范围'] },
  mileageLimitKmPerDay: { label: '每日限里程', int: '每日限里程应为0至9999的整数', min: [0, '每日限里程应为0至9999的整数'], max: [9999, '每日限里程应为0至9999的整数'], missing: '请输入每日限里程' },
  overMileageFenPerKm: { label: '超里程费', int: '超里程费应为整数（分）', min: [0, '超里程费不能为负'], max: [100000000000, '超里程费超出范围'], missing: '请输入超里程费' },
  careEveryKm: { label: '保养里程', int: '保养里程应为1000至50000的整数', min: [1000, '保养里程应为1000至50000的整数'], max: [50000, '保养里程应为1000至50000的整数'] },
  careEveryDays: { label: '保养间隔', int: '保养间隔应为30至730的整数', min: [30, '保养间隔应为30至730的整数'], max: [730, '保养间隔应为30至730的整数'] },
  imageIds: { label: '车型图片', max: [9, '车型图片最多9项'] },
  sort: { label: '排序', int: '排序应为0至9999的整数', min: [0, '排序应为0至9999的整数'], max: [9999, '排序应为0至9999的整数'] },
})
