import { alarmLevels, fenceKinds, fenceRules } from '@cheyi/domain/fleet/vehicle-control/codes'
import {
  MAX_FENCED_CARS,
  MAX_LIMIT_KMH,
  MAX_RADIUS_M,
  MIN_LIMIT_KMH,
  MIN_RADIUS_M,
} from '@cheyi/domain/fleet/vehicle-control/fence'
import { MAX_CORNERS } from '@cheyi/domain/platform/geo/ring'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  decimal,
  Flag,
  flag,
  id,
  idOrNone,
  int,
  list,
  maybe,
  nestedRecord,
  orElse,
  orNone,
  text,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Fences of the merchant, of one store, or for chosen cars. Degrees of WGS-84. */

const lat = decimal(-90, 90, '纬度', '请在地图上画出范围')
const lng = decimal(-180, 180, '经度', '请在地图上画出范围')
const Point = z.object({ lng: z.number(), lat: z.number() })
const minute = (label: string) => int(0, 1439, label)

const Fence = {
  fenceId: out.id,
  name: z.string(),
  kind: out.code(fenceKinds),
  rule: out.code(fenceRules),
  /** km/h, of a speed rule. */
  limitKmh: out.count.nullable(),
  level: out.code(alarmLevels),
  /** Of a circle. */
  radiusM: out.count.nullable(),
  /** For cars of this store; null: of all stores. */
  storeId: out.id.nullable(),
  storeName: z.string().nullable(),
  /** Number of chosen cars; 0: all. */
  cars: out.count,
  /** Minutes of the day at which it holds; null: always. */
  hours: z.object({ from: out.count, to: out.count }).nullable(),
  active: z.boolean(),
  /** Number of its alarms that are not handled. */
  alarms: out.count,
  version: out.count,
}

const Saved = z.object({ fenceId: out.id, version: out.count })

export const fenceCalls = {
  fencePage: read({
    path: '/api/vehicle_control/v1/fence/page',
    summary: '电子围栏列表',
    permission: ['vehicleControl'],
    input: z.object({
      ...cursorPaging(),
      rule: maybe(code(fenceRules, '规则')),
      storeId: maybe(id('门店')),
      /** The fences that apply to this car. */
      vehicleId: maybe(id('车辆')),
      /** Part of its name. */
      keyword: maybe(text(0, 30, '名称')),
    }),
    output: out.page(z.object(Fence)),
  }),
  fenceDetail: read({
    path: '/api/vehicle_control/v1/fence/detail',
    summary: '电子围栏详情',
    permission: ['vehicleControl'],
    input: z.object({ fenceId: id('围栏') }),
    output: z.object({
      ...Fence,
      center: Point.nullable(),
      /** Corners of a polygon, closed implicitly. */
      ring: z.array(Point),
      vehicles: z.array(z.object({ vehicleId: out.id, plate: z.string(), modelName: z.string() })),
    }),
  }),
  fenceSave: write({
    operators: false,
    path: '/api/vehicle_control/v1/fence/save',
    summary: '保存电子围栏',
    permission: ['vehicleControl.device'],
    repeat: 'version',
    input: z.object({
      /** Missing: a new fence. */
      fenceId: maybe(id('围栏')),
      version: maybe(Version),
      name: text(1, 30, '围栏名称', '请输入围栏名称'),
      rule: code(fenceRules, '规则'),
      /** A circle, or else `ring`. */
      center: orElse(orNone(nestedRecord({ lng, lat }, '圆心')), null),
      radiusM: orElse(orNone(int(MIN_RADIUS_M, MAX_RADIUS_M, '半径')), null),
      ring: orElse(list(nestedRecord({ lng, lat }, '坐标'), MAX_CORNERS, '范围'), []),
      limitKmh: orElse(orNone(int(MIN_LIMIT_KMH, MAX_LIMIT_KMH, '限速')), null),
      level: orElse(code(alarmLevels, '报警级别'), 2),
      storeId: orElse(idOrNone('门店'), null),
      vehicleIds: orElse(list(id('车辆'), MAX_FENCED_CARS, '车辆'), []),
      hours: orElse(orNone(nestedRecord({ from: minute('开始时间'), to: minute('结束时间') }, '时段')), null),
      active: orElse(Flag, true),
    }),
    output: Saved,
    refusals: ['stale'],
  }),
  fenceEnable: write({
    operators: false,
    path: '/api/vehicle_control/v1/fence/enable',
    summary: '启用或停用电子围栏',
    permission: ['vehicleControl.device'],
    repeat: 'version',
    input: z.object({ fenceId: id('围栏'), version: Version, active: flag('请选择启用或停用', '启用') }),
    output: Saved,
    refusals: ['stale'],
  }),
  fenceRemove: write({
    operators: false,
    path: '/api/vehicle_control/v1/fence/remove',
    summary: '删除电子围栏',
    permission: ['vehicleControl.device'],
    repeat: 'version',
    input: z.object({ fenceId: id('围栏'), version: Version }),
    output: z.object({ fenceId: out.id }),
    refusals: ['stale'],
  }),
}
