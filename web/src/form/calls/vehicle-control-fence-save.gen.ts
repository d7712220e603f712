// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const vehicleControlFenceSave = formCall(calls.vehicleControl.fenceSave, {
  fenceId: { label: '围栏' },
  version: {},
  name: { label: '围栏名称', max: [30, '围栏名称不能超过30字'], missing: '请输入围栏名称' },
  rule: { label: '规则', missing: '请选择规则' },
  center: { label: '圆心', fields: { lng: { label: '经度', min: [-180, '经度应为-180至180'], max: [180, '经度应为-180至180'], missing: '请在地图上画出范围' }, lat: { label: '纬度', min: [-90, '纬度应为-90至90'], max: [90, '纬度应为-90至90'], missing: '请在地图上画出范围' } }, none: true },
  radiusM: { label: '半径', int: '半径应为50至200000的整数', min: [50, '半径应为50至200000的整数'], max: [200000, '半径应为50至200000的整数'], none: true },
  ring: { label: '范围', max: [200, '范围最多200项'], item: { label: '坐标', missing: '请填写坐标', fields: { lng: { label: '经度', min: [-180, '经度应为-180至180'], max: [180, '经度应为-180至180'], missing: '请在地图上画出范围' }, lat: { label: '纬度', min: [-90, '纬度应为-90至90'], max: [90, '纬度应为-90至90'], missing: '请在地图上画出范围' } } } },
  limitKmh: { label: '限速', int: '限速应为10至200的整数', min: [10, '限速应为10至200的整数'], max: [200, '限速应为10至200的整数'], none: true },
  level: { label: '报警级别' },
  storeId: { label: '门店', none: true },
  vehicleIds: { label: '车辆', max: [500, '车辆最多500项'] },
  hours: { label: '时段', fields: { from: { label: '开始时间', int: '开始时间应为0至1439的整数', min: [0, '开始时间应为0至1439的整数'], max: [1439, '开始时间应为0至1439的整数'], missing: '请输入开始时间' }, to: { label: '结束时间', int: '结束时间应为0至1439的整数', min: [0, '结束时间应为0至1439的整数'], max: [1439, '结束时间应为0至1439的整数'], missing: '请输入结束时间' } }, none: true },
  active: {},
})
