import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { ofMovement } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmLevels, alarmStates, alarmTypes, fenceRules } from '@cheyi/domain/fleet/vehicle-control/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  id,
  int,
  list,
  maybe,
  nestedRecord,
  orElse,
  orNone,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** Groups of the alarm list. */
export const alarmGroups = ['todo', 'done', 'mistaken'] as const

/** What staff do with an alarm. */
export const alarmActs = ['take', 'release', 'handle', 'dismiss'] as const

/** The order that has a car, or had it. */
export const OrderOfCar = z.object({
  ...orderRef,
  status: out.code(orderStatuses),
  contactName: z.string(),
  pickupAt: out.time,
  returnAt: out.time,
})

const Alarm = {
  alarmId: out.id,
  type: out.code(alarmTypes),
  level: out.code(alarmLevels),
  state: out.code(alarmStates),
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  storeName: z.string(),
  fenceName: z.string().nullable(),
  fenceRule: out.code(fenceRules).nullable(),
  startAt: out.time,
  /** When the condition was over; null: it still is. */
  endAt: out.time.nullable(),
  /** How often it began before it was handled. */
  times: out.count,
  /** What was measured, and the threshold, in the unit of its type. */
  measured: out.count.nullable(),
  limit: out.count.nullable(),
  /** Who took or handled it. */
  byName: z.string().nullable(),
  handledAt: out.time.nullable(),
  version: out.count,
}

const Rule = {
  type: out.code(alarmTypes),
  level: out.code(alarmLevels),
  active: z.boolean(),
  notify: z.boolean(),
  limit: out.count.nullable(),
  /** The merchant changed it. */
  own: z.boolean(),
}

export const alarmCalls = {
  alarmPage: read({
    path: '/api/vehicle_control/v1/alarm/page',
    summary: '报警列表',
    permission: ['vehicleControl'],
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(alarmGroups, '状态')),
      type: maybe(code(alarmTypes, '报警类型')),
      /** At least this level. */
      level: maybe(code(alarmLevels, '级别')),
      storeId: maybe(id('门店')),
      vehicleId: maybe(id('车辆')),
      /** Part of a plate. */
      keyword: maybe(text(0, 10, '车牌')),
    }),
    /** The newest first; of group `todo` the most urgent ones before. `counts`: those that are not handled, with the first page only; the others grow with time. */
    output: z.object({
      ...out.pageOf(z.object(Alarm)),
      counts: z.object({ todo: out.count }).nullable(),
    }),
  }),
  alarmDetail: read({
    path: '/api/vehicle_control/v1/alarm/detail',
    summary: '报警详情',
    permission: ['vehicleControl'],
    input: z.object({ alarmId: id('报警') }),
    output: z.object({
      ...Alarm,
      note: z.string(),
      /** WGS-84, degrees; null: the device had no position. */
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      near: z.object({ storeName: z.string(), metres: out.count }).nullable(),
      /** The order that had the car then, if the caller may see it. */
      order: OrderOfCar.nullable(),
      /** Whether the alarm is too old for its track to be stored. */
      trackGone: z.boolean(),
    }),
  }),
  /** A quarter of an hour before and after it began; the access is logged with the alarm as its reason. */
  alarmTrack: read({
    path: '/api/vehicle_control/v1/alarm/track',
    summary: '报警前后的轨迹',
    permission: ['vehicleControl.track'],
    stale: true,
    input: z.object({ alarmId: id('报警') }),
    output: z.object({
      points: z.array(
        z.object({ at: out.time, lat: z.number(), lng: z.number(), speed: z.number(), apart: z.boolean() }),
      ),
    }),
    refusals: ['trackTooOld'],
  }),
  alarmHandle: write({
    operators: false,
    path: '/api/vehicle_control/v1/alarm/handle',
    summary: '处理报警',
    permission: ['vehicleControl'],
    repeat: 'version',
    input: z.object({
      alarmId: id('报警'),
      version: Version,
      act: word(alarmActs, '操作'),
      /** Required for closing it. */
      note: orElse(text(0, 200, '处理说明'), ''),
    }),
    output: z.object({ alarmId: out.id, state: out.code(alarmStates), version: out.count }),
    refreshes: ['overview', 'todo'],
    refusals: ['stale'],
  }),
  alarmRules: read({
    path: '/api/vehicle_control/v1/alarm/rules',
    summary: '报警规则',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    input: z.object({}),
    output: z.object({ rules: z.array(z.object(Rule)) }),
  }),
  /** Rules that equal the default are stored too, so that a later default does not change them. */
  alarmRuleSave: write({
    operators: false,
    path: '/api/vehicle_control/v1/alarm/rule/save',
    summary: '保存报警规则',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    repeat: 'natural',
    input: z.object({
      rules: list(
        nestedRecord(
          {
            type: code(alarmTypes, '报警类型'),
            level: code(alarmLevels, '级别'),
            active: Flag,
            notify: Flag,
            limit: orElse(orNone(int(0, 100_000, '阈值')), null),
          },
          '规则',
        ),
        alarmTypes.values.length,
        '规则',
        1,
      ),
    }),
    output: z.object({ rules: z.array(z.object(Rule)) }),
  }),
  /** Which alarms of movement a car does not raise. */
  alarmOffSave: write({
    operators: false,
    path: '/api/vehicle_control/v1/alarm/off',
    summary: '单车报警开关',
    permission: ['vehicleControl.device'],
    repeat: 'natural',
    input: z.object({
      vehicleId: id('车辆'),
      types: list(code(ofMovement, '报警类型'), ofMovement.length, '报警类型'),
    }),
    output: z.object({ types: z.array(out.code(alarmTypes)) }),
  }),
}
