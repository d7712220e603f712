import { carTypes, plateColors, runStates } from '@cheyi/domain/fleet/inventory/codes'
import {
  alarmTypes,
  commandStates,
  commandType,
  commandTypes,
  cutCategories,
  forgedCauses,
  onlineStates,
  vehicleUses,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandOutcomes } from '@cheyi/domain/fleet/vehicle-control/command'
import { MOST_BOXES } from '@cheyi/domain/fleet/vehicle-control/place'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  decimal,
  flag,
  id,
  list,
  maybe,
  nestedRecord,
  orElse,
  text,
  time,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { alarmCalls, OrderOfCar } from './vehicle-control-alarm.ts'
import { deviceCalls } from './vehicle-control-device.ts'
import { fenceCalls } from './vehicle-control-fence.ts'

/** Commands that users can give. */
const told = [
  commandType.find,
  commandType.unlock,
  commandType.lock,
  commandType.engineCut,
  commandType.engineRestore,
  commandType.locate,
  commandType.track,
  commandType.text,
  commandType.reboot,
] as const

const CommandRow = z.object({
  commandId: out.id,
  vehicleId: out.id,
  type: out.code(commandTypes),
  state: out.code(commandStates),
  /** 系统 when it was not requested by a user. */
  byName: z.string(),
  reason: z.string(),
  category: out.code(cutCategories).nullable(),
  /** It waits until the car is stopped. */
  armed: z.boolean(),
  /** It unlocks the car in any state. */
  emergency: z.boolean(),
  /** Why it was refused, as text; '' otherwise. */
  refusedAs: z.string(),
  /** How often it was sent. */
  sends: out.count,
  createdAt: out.time,
  answeredAt: out.time.nullable(),
  endedAt: out.time.nullable(),
})

/** Commands to cars. */
const commandCalls = {
  command: write({
    operators: false,
    path: '/api/vehicle_control/v1/command',
    summary: '下发车控指令',
    permission: ['vehicleControl.lock', 'vehicleControl.cut', 'vehicleControl.device'],
    twoPerson: ['engineCut'],
    input: z.object({
      vehicleId: id('车辆'),
      type: code(told, '指令'),
      /** 10–200 characters for a cut and for an emergency. */
      reason: maybe(text(0, 200, '原因')),
      /** Only for a cut. */
      category: maybe(code(cutCategories, '断油电事由')),
      /** A cut waits until the car is stopped, at most two hours. */
      armed: orElse(flag('应为是或否', '停车后执行'), false),
      /** Only for an unlock: in any state of the car, with the approval of a second person. */
      emergency: orElse(flag('应为是或否', '紧急开锁'), false),
      /** Text that the terminal speaks. */
      text: maybe(text(0, 100, '播报内容')),
    }),
    output: z.object({ commandId: out.id, state: out.code(commandStates) }),
    refusals: [
      'deviceOffline',
      'deviceUnable',
      'commandRunning',
      'tooFrequent',
      'cutWhileMoving',
      'cutFixStale',
      'cutInPaidTime',
      'cutZone',
      'cutNotParked',
      'deviceDoubted',
      'unlockWhileMoving',
      'unlockFixStale',
    ],
  }),
  commandCancel: write({
    operators: false,
    path: '/api/vehicle_control/v1/command/cancel',
    summary: '撤回车控指令',
    permission: ['vehicleControl.lock', 'vehicleControl.cut'],
    repeat: 'natural',
    input: z.object({ commandId: id('指令') }),
    output: z.object({ commandId: out.id, state: out.code(commandStates) }),
    refusals: ['stale'],
  }),
  commandPage: read({
    path: '/api/vehicle_control/v1/command/page',
    summary: '车控指令记录',
    permission: ['vehicleControl'],
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(commandOutcomes, '结果')),
      type: maybe(code(commandTypes, '指令')),
      /** Who gave it; 0: a customer or the system. */
      accountId: maybe(id('操作人')),
      vehicleId: maybe(id('车辆')),
      /** Part of a plate. */
      keyword: maybe(text(0, 10, '车牌')),
    }),
    /** Of all cars, the newest first. */
    output: z.object(
      out.pageOf(CommandRow.extend({ plate: z.string(), modelName: z.string(), storeName: z.string() })),
    ),
  }),
}

/** Tracks of cars: every access needs a reason and is logged. */
const trackCalls = {
  track: read({
    path: '/api/vehicle_control/v1/track',
    summary: '车辆轨迹',
    permission: ['vehicleControl.track'],
    stale: true,
    /** At most a day, and not older than the merchant's retention. `reason`: at least five characters (10002). */
    input: z.object({
      vehicleId: id('车辆'),
      from: time('开始时间'),
      to: time('结束时间'),
      reason: text(0, 200, '查看原因'),
    }),
    output: z.object({
      /** By time, at most 2,000: omitted points are on the line between their neighbours. */
      points: z.array(
        z.object({
          at: out.time,
          /** WGS-84, degrees. */
          lat: z.number(),
          lng: z.number(),
          /** km/h. */
          speed: z.number(),
          /** The car was at another position after a gap of more than ten minutes, so no line is drawn to this point. */
          apart: z.boolean(),
        }),
      ),
      /** Three minutes and longer; `near`: the nearest store. */
      stops: z.array(
        z.object({
          from: out.time,
          to: out.time,
          lat: z.number(),
          lng: z.number(),
          near: z.object({ storeName: z.string(), metres: out.count }).nullable(),
        }),
      ),
      km: z.number(),
      movingMs: out.count,
      /** km/h. */
      fastest: z.number(),
      /** Number of reports. */
      fixes: out.count,
    }),
    refusals: ['trackReasonMissing', 'trackTooOld'],
  }),
}

/** 车控: cars with a device, with their positions, states and commands. */

/** Groups of the car list. */
export const carGroups = ['online', 'sleeping', 'offline', 'alarm', 'overdue', 'lowCharge'] as const

/** Present state of a car, by its main device; null where unknown. */
const Live = {
  state: out.code(onlineStates),
  lastMsgAt: out.time.nullable(),
  /** km/h. */
  speed: z.number().nullable(),
  moving: z.boolean(),
  acc: z.boolean().nullable(),
  locked: z.boolean().nullable(),
  doorOpen: z.boolean().nullable(),
  /** The engine is cut, or may be. */
  cut: z.boolean(),
}

/** Of an electric car, by its device; null: it does not report it. */
const Charge = { chargePct: out.count.nullable(), rangeKm: out.count.nullable() }

const Car = z.object({
  vehicleId: out.id,
  plate: z.string(),
  plateColor: out.code(plateColors),
  modelName: z.string(),
  carType: out.code(carTypes),
  /** Of the model; null: the silhouette of its car type is drawn. */
  image: z.string().nullable(),
  storeName: z.string(),
  runState: out.code(runStates).nullable(),
  /** Number of open alarms. */
  alarms: out.count,
  ...Charge,
  ...Live,
})

/** Filter of the cars. */
const narrowing = {
  group: maybe(word(carGroups, '状态')),
  storeId: maybe(id('门店')),
  modelId: maybe(id('车型')),
  moving: maybe(flag('应为是或否', '行驶')),
  /** A customer has it. */
  rented: maybe(flag('应为是或否', '在租')),
  /** Part of a plate. */
  keyword: maybe(text(0, 10, '车牌')),
}

/** By group, ignoring the filter's own group. */
const Counts = z.object({
  all: out.count,
  online: out.count,
  sleeping: out.count,
  offline: out.count,
  alarm: out.count,
  /** A customer has it beyond the time of return, and the grace of the store. */
  overdue: out.count,
  /** An electric car that is handed over within six hours, with less charge than the merchant asks for. */
  lowCharge: out.count,
})

const lat = decimal(-90, 90, '纬度')
const lng = decimal(-180, 180, '经度')

export const vehicleControl = {
  page: read({
    path: '/api/vehicle_control/v1/page',
    summary: '车控列表',
    permission: ['vehicleControl'],
    input: z.object({ ...cursorPaging(), ...narrowing }),
    /** Alarms first, then moving cars, then online ones. `counts` with the first page only. */
    output: z.object({ ...out.pageOf(Car), counts: Counts.nullable() }),
  }),
  map: read({
    path: '/api/vehicle_control/v1/map',
    summary: '车辆地图',
    permission: ['vehicleControl'],
    input: z.object(narrowing),
    /** All cars with a known position, at most 5,000; later positions are sent by the stream. `placeless`: number of cars without one. */
    output: z.object({
      cars: z.array(
        z.object({
          vehicleId: out.id,
          plate: z.string(),
          /** Number of open alarms. */
          alarms: out.count,
          at: out.time,
          lat: z.number(),
          lng: z.number(),
          speed: z.number(),
          course: out.count,
          state: out.code(onlineStates),
          moving: z.boolean(),
          cut: z.boolean(),
          /** A customer has it beyond the time of return. */
          overdue: z.boolean(),
          /** It is handed over soon with too little charge, as counted by `counts`. */
          lowCharge: z.boolean(),
        }),
      ),
      placeless: out.count,
      /** Number of cars with customers that are left out until {@link vehicleControl.look}. */
      withheld: out.count,
      counts: Counts,
    }),
  }),
  watch: write({
    operators: false,
    path: '/api/vehicle_control/v1/watch',
    summary: '地图可见范围',
    permission: ['vehicleControl'],
    repeat: 'natural',
    audit: false,
    /** `stream`: the ticket that opened the stream of this tab. `boxes`: what its maps show; none: no map is open. */
    input: z.object({
      stream: text(1, 64, '实时更新凭证'),
      boxes: list(nestedRecord({ south: lat, west: lng, north: lat, east: lng }, '可见范围'), MOST_BOXES, '可见范围'),
    }),
  }),
  look: write({
    operators: false,
    path: '/api/vehicle_control/v1/look',
    summary: '查看在租车辆位置',
    permission: ['vehicleControl'],
    repeat: 'natural',
    /** Positions of cars with customers are personal data: they are shown for an hour after this call, which is logged. */
  }),
  ofVehicle: read({
    path: '/api/vehicle_control/v1/vehicle',
    summary: '车辆的车载设备',
    permission: ['vehicleControl'],
    input: z.object({ vehicleId: id('车辆') }),
    /** The main device; null: the car has none. */
    output: z.object({
      device: z
        .object({
          deviceId: out.id,
          phone: z.string(),
          state: out.code(onlineStates),
          lastMsgAt: out.time.nullable(),
        })
        .nullable(),
    }),
  }),
  detail: read({
    path: '/api/vehicle_control/v1/detail',
    summary: '车控详情',
    permission: ['vehicleControl'],
    input: z.object({ vehicleId: id('车辆') }),
    output: Car.extend({
      /** Time of the position, by the device's clock. */
      at: out.time.nullable(),
      /** WGS-84, degrees. */
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      course: out.count.nullable(),
      /** A customer has the car: its position is left out until `look`. */
      withheld: z.boolean(),
      parkingNote: z.string(),
      deviceId: out.id,
      devicePhone: z.string(),
      satellites: out.count.nullable(),
      signal: out.count.nullable(),
      /** By the device, km; the car's own odometer is read at a handover. */
      odometerKm: z.number().nullable(),
      fuelLitres: z.number().nullable(),
      batteryVolts: z.number().nullable(),
      stoppedSince: out.time.nullable(),
      todayKm: z.number().nullable(),
      near: z.object({ storeName: z.string(), metres: out.count }).nullable(),
      /** The order that has the car, if the caller may see it. */
      order: OrderOfCar.nullable(),
      /** Who may move it now; null: nobody, since `freeSince`. `name`: the employee who drives it or ordered the work. */
      use: z
        .object({
          kind: out.code(vehicleUses),
          since: out.time,
          dueAt: out.time.nullable(),
          name: z.string().nullable(),
        })
        .nullable(),
      freeSince: out.time.nullable(),
      /** Alarms of movement that are switched off for it. */
      alarmsOff: z.array(out.code(alarmTypes)),
      /** The latest commands. */
      commands: z.array(CommandRow),
      /** Commands that its device can carry out. */
      able: z.array(out.code(commandTypes)),
      /** Its device can cut the engine, and the merchant permits it. */
      mayCut: z.boolean(),
      /** Why its device's identity is in doubt, and since when; null: it is not. No engine is cut meanwhile. */
      doubt: z.object({ cause: out.code(forgedCauses), at: out.time }).nullable(),
      /** The latest accesses to its tracks, with their reasons, and looks at cars on rent since its handover. */
      lookers: z.array(
        z.object({
          at: out.time,
          name: z.string(),
          /** null: a look at the present positions of all cars on rent, which needs none. */
          reason: z.string().nullable(),
          from: out.time,
          to: out.time,
        }),
      ),
    }),
  }),
  ...deviceCalls,
  ...commandCalls,
  ...trackCalls,
  ...fenceCalls,
  ...alarmCalls,
}
