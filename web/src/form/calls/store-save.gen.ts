// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const storeSave = formCall(calls.store.save, {
  storeId: { label: '门店' },
  version: {},
  name: { label: '门店名称', min: [2, '门店名称为2-30个字'], max: [30, '门店名称为2-30个字'], missing: '请输入门店名称' },
  code: { label: '门店编码', max: [20, '门店编码不能超过20字'] },
  cityCode: { label: '城市', min: [6, '城市应为6个字'], max: [6, '城市应为6个字'], missing: '请选择城市' },
  address: { label: '门店地址', max: [100, '门店地址不能超过100字'], missing: '请输入门店地址' },
  lat: { label: '纬度', min: [-90, '纬度应为-90至90'], max: [90, '纬度应为-90至90'], missing: '请在地图上选择位置' },
  lng: { label: '经度', min: [-180, '经度应为-180至180'], max: [180, '经度应为-180至180'], missing: '请在地图上选择位置' },
  phones: { label: '门店电话', min: [1, '请输入门店电话'], max: [3, '门店电话最多3项'], missing: '请输入门店电话', item: { label: '门店电话', max: [20, '门店电话不能超过20字'], match: [/^[+\d][\d\-() 转]{4,19}$/, '门店电话应为电话号码，如 021-62345678'], missing: '请输入门店电话' } },
  managerAccountId: { label: '店长', missing: '请选择店长', none: true },
  hours: { label: '营业时间', max: [20, '营业时间最多20项'], item: { label: '营业时间', missing: '请填写营业时间', fields: { weekdays: { label: '营业日', max: [7, '营业日最多7项'], item: { label: '营业日', int: '营业日应为1至7的整数', min: [1, '营业日应为1至7的整数'], max: [7, '营业日应为1至7的整数'], missing: '请输入营业日' } }, open: { label: '开门时间', max: [5, '开门时间不能超过5字'], missing: '请填写开门时间' }, close: { label: '打烊时间', max: [5, '打烊时间不能超过5字'], missing: '请填写打烊时间' }, outOfHours: {}, crossMidnight: {} } } },
  holidays: { label: '特殊日期', max: [60, '特殊日期最多60项'], item: { label: '特殊日期', missing: '请填写特殊日期', fields: { date: { label: '日期', missing: '请选择日期' }, closed: {}, hours: { label: '当天营业时间', max: [20, '当天营业时间最多20项'], item: { label: '当天营业时间', missing: '请填写当天营业时间', fields: { weekdays: { label: '营业日', max: [7, '营业日最多7项'], item: { label: '营业日', int: '营业日应为1至7的整数', min: [1, '营业日应为1至7的整数'], max: [7, '营业日应为1至7的整数'], missing: '请输入营业日' } }, open: { label: '开门时间', max: [5, '开门时间不能超过5字'], missing: '请填写开门时间' }, close: { label: '打烊时间', max: [5, '打烊时间不能超过5字'], missing: '请填写打烊时间' }, outOfHours: {}, crossMidnight: {} } } } } } },
  pickupModes: { label: '取车方式', min: [1, '请至少选择一种取车方式'], max: [3, '取车方式最多3项'], missing: '请至少选择一种取车方式' },
  returnModes: { label: '还车方式', min: [1, '请至少选择一种还车方式'], max: [3, '还车方式最多3项'], missing: '请至少选择一种还车方式' },
  serviceAreas: { label: '送取范围', max: [20, '送取范围最多20项'], item: { label: '送取范围', missing: '请填写送取范围', fields: { name: { label: '范围名称', max: [20, '范围名称不能超过20字'], missing: '请输入范围名称' }, kind: { label: '服务方式', missing: '请选择服务方式' }, radiusKm: { label: '半径', min: [0.5, '半径应为0.5至200'], max: [200, '半径应为0.5至200'], none: true }, polygon: { label: '送取范围', max: [200, '送取范围最多200项'], item: { label: '坐标', missing: '请填写坐标', fields: { lng: { label: '经度', min: [-180, '经度应为-180至180'], max: [180, '经度应为-180至180'], missing: '请在地图上选择位置' }, lat: { label: '纬度', min: [-90, '纬度应为-90至90'], max: [90, '纬度应为-90至90'], missing: '请在地图上选择位置' } } } }, feeConfigId: { label: '费用', missing: '请选择费用', none: true }, hours: { label: '服务时间', max: [20, '服务时间最多20项'], item: { label: '服务时间', missing: '请填写服务时间', fields: { weekdays: { label: '营业日', max: [7, '营业日最多7项'], item: { label: '营业日', int: '营业日应为1至7的整数', min: [1, '营业日应为1至7的整数'], max: [7, '营业日应为1至7的整数'], missing: '请输入营业日' } }, open: { label: '开门时间', max: [5, '开门时间不能超过5字'], missing: '请填写开门时间' }, close: { label: '打烊时间', max: [5, '打烊时间不能超过5字'], missing: '请填写打烊时间' }, outOfHours: {}, crossMidnight: {} } } } } } },
  minLeadMinutes: { label: '最短提前', int: '最短提前应为0至10080的整数', min: [0, '最短提前应为0至10080的整数'], max: [10080, '最短提前应为0至10080的整数'], missing: '请输入最短提前' },
  maxAdvanceDays: { label: '最长提前', int: '最长提前应为1至365的整数', min: [1, '最长提前应为1至365的整数'], max: [365, '最长提前应为1至365的整数'], missing: '请输入最长提前' },
  minRentHours: { label: '最短租期', int: '最短租期应为1至720的整数', min: [1, '最短租期应为1至720的整数'], max: [720, '最短租期应为1至720的整数'], missing: '请输入最短租期' },
  maxRentDays: { label: '最长租期', int: '最长租期应为1至60的整数', min: [1, '最长租期应为1至60的整数'], max: [60, '最长租期应为1至60的整数'], missing: '请输入最长租期' },
  settings: { label: '本店规则', missing: '请填写本店规则', fields: { turnaroundMinutes: { label: '整备时间', int: '整备时间应为0至480的整数', min: [0, '整备时间应为0至480的整数'], max: [480, '整备时间应为0至480的整数'], missing: '请输入整备时间', none: true }, prepMinutes: { label: '送车准备', int: '送车准备应为0至240的整数', min: [0, '送车准备应为0至240的整数'], max: [240, '送车准备应为0至240的整数'], missing: '请输入送车准备', none: true }, graceMinutes: { label: '宽限时间', int: '宽限时间应为0至120的整数', min: [0, '宽限时间应为0至120的整数'], max: [120, '宽限时间应为0至120的整数'], missing: '请输入宽限时间', none: true }, dayAfterMinutes: { label: '超时按天计', int: '超时按天计应为60至720的整数', min: [60, '超时按天计应为60至720的整数'], max: [720, '超时按天计应为60至720的整数'], missing: '请输入超时按天计', none: true } } },
  allowOneWay: { label: '允许还到其他门店', missing: '请选择是否允许异店还车' },
  oneWayStoreIds: { label: '可还门店', max: [500, '可还门店最多500项'] },
  photoIds: { label: '门店照片', max: [9, '门店照片最多9项'] },
})
