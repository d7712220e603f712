import {
  deviceClocks,
  deviceKinds,
  deviceProfiles,
  deviceRoles,
  forgedCauses,
  onlineStates,
  rangeUnits,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { MAX_DEVICES } from '@cheyi/domain/fleet/vehicle-control/device'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  flag,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  orElse,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Editions of JT/T 808. */
const protocols = [2013, 2019] as const

/** Groups of the device list. */
export const deviceGroups = ['bound', 'free'] as const

const facts = {
  phone: text(1, 24, '设备号'),
  /** Printed on it; if set, a terminal with another id is refused. */
  terminalId: maybe(text(0, 30, '终端ID')),
  imei: maybe(text(0, 15, 'IMEI')),
  iccid: maybe(text(0, 20, 'ICCID')),
  protocol: orElse(code(protocols, '协议版本'), 2013),
  kind: orElse(code(deviceKinds, '设备类型'), 1),
  profile: orElse(code(deviceProfiles, '断油电'), 0),
  clock: orElse(code(deviceClocks, '设备时间'), 1),
  chargeProfileId: maybe(id('电量读取')),
  doorInverted: orElse(flag('应为是或否', '开锁关锁取反'), false),
  ctlShort: orElse(flag('应为是或否', '锁车指令省略数量'), false),
  remark: maybe(text(0, 200, '备注')),
}

const Saved = z.object({ deviceId: out.id, version: out.count })

/** Devices of the whole merchant, and the cars they are in. */
export const deviceCalls = {
  devicePage: read({
    path: '/api/vehicle_control/v1/device/page',
    summary: '车载设备列表',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(deviceGroups, '绑定')),
      /** Part of its number, its terminal's id or its car's plate. */
      keyword: maybe(text(0, 40, '关键字')),
    }),
    output: z.object({
      ...out.pageOf(
        z.object({
          deviceId: out.id,
          phone: z.string(),
          terminalId: z.string(),
          imei: z.string(),
          iccid: z.string(),
          protocol: out.code(protocols),
          makerId: z.string(),
          modelCode: z.string(),
          kind: out.code(deviceKinds),
          profile: out.code(deviceProfiles),
          clock: out.code(deviceClocks),
          /** Which of its items are charge and range of an electric car; null: none. */
          chargeProfileId: out.id.nullable(),
          /** Its reports are eight hours old, as of a device that sends UTC. */
          behind: z.boolean(),
          /** Why its identity is in doubt; null: it is not. */
          doubt: out.code(forgedCauses).nullable(),
          doorInverted: z.boolean(),
          ctlShort: z.boolean(),
          remark: z.string(),
          role: out.code(deviceRoles),
          vehicleId: out.id.nullable(),
          plate: z.string().nullable(),
          modelName: z.string().nullable(),
          state: out.code(onlineStates),
          lastMsgAt: out.time.nullable(),
          /** Its engine is cut, or may be. */
          cutAt: out.time.nullable(),
          version: out.count,
        }),
      ),
      /** By group; with the first page only. */
      counts: z.object({ bound: out.count, free: out.count }).nullable(),
    }),
  }),
  /** Cars that a device can be bound to, those without one first; at most 50, so that others are found by their plate. */
  deviceCars: read({
    path: '/api/vehicle_control/v1/device/vehicles',
    summary: '可绑定的车辆',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    input: z.object({ keyword: maybe(text(0, 20, '车牌')) }),
    output: z.array(
      z.object({
        vehicleId: out.id,
        plate: z.string(),
        modelName: z.string(),
        storeName: z.string(),
        /** Roles for which the car has a device already. */
        taken: z.array(out.code(deviceRoles)),
      }),
    ),
  }),
  deviceSave: write({
    operators: false,
    path: '/api/vehicle_control/v1/device/save',
    summary: '保存车载设备',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    maxBody: 320 * 1024,
    /**
     * A refusal lists every wrong line (`lines`: line, message). `plate`: the car to which a new device is bound as its
     * main device.
     */
    input: z.object({
      rows: list(
        nestedRecord(
          {
            deviceId: maybe(id('设备')),
            version: maybe(Version),
            plate: maybe(text(0, 10, '车牌号')),
            ...facts,
          },
          '设备',
        ),
        MAX_DEVICES,
        '设备',
        1,
      ),
      /** New devices of right lines are saved, and wrong ones are listed in the answer; otherwise all or none are saved. */
      onlyRight: orElse(flag('应为是或否', '仅添加正确的行'), false),
    }),
    output: z.object({ devices: z.array(Saved), wrong: z.array(z.object({ line: out.count, message: z.string() })) }),
    refusals: ['deviceExists', 'vehicleHasDevice', 'stale'],
  }),
  deviceBind: write({
    operators: false,
    path: '/api/vehicle_control/v1/device/bind',
    summary: '绑定车辆',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({
      deviceId: id('设备'),
      version: Version,
      vehicleId: id('车辆'),
      role: orElse(code(deviceRoles, '用途'), 1),
    }),
    output: Saved,
    refusals: ['vehicleHasDevice', 'stale'],
  }),
  deviceUnbind: write({
    operators: false,
    path: '/api/vehicle_control/v1/device/unbind',
    summary: '解绑车辆',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({
      deviceId: id('设备'),
      version: Version,
      reason: text(2, 200, '解绑原因', '请填写解绑原因'),
      /** Photos of the manually removed relay, where the engine is cut: required for unbinding the device. */
      photoIds: orElse(mediaIds('拆除照片', 6), []),
    }),
    output: Saved,
    refusals: ['stale'],
  }),
  deviceResetCode: write({
    operators: false,
    path: '/api/vehicle_control/v1/device/reset_code',
    summary: '重置鉴权码',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    input: z.object({ deviceId: id('设备') }),
    output: z.object({ deviceId: out.id }),
  }),
  /** Which items of a maker's devices are the charge and the range of an electric car, by name. */
  chargeProfiles: read({
    path: '/api/vehicle_control/v1/charge_profile/list',
    summary: '电量读取方案',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    output: z.array(
      z.object({
        chargeProfileId: out.id,
        name: z.string(),
        chargeItem: z.string(),
        /** Percent for one, in hundredths. */
        chargeScale: out.count,
        rangeItem: z.string(),
        /** Units for one, in hundredths. */
        rangeScale: out.count,
        rangeUnit: out.code(rangeUnits),
        /** Number of devices that it is for. */
        devices: out.count,
        version: out.count,
      }),
    ),
  }),
  chargeProfileSave: write({
    operators: false,
    path: '/api/vehicle_control/v1/charge_profile/save',
    summary: '保存电量读取方案',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    input: z.object({
      chargeProfileId: maybe(id('方案')),
      version: maybe(Version),
      name: text(1, 30, '名称', '请填写名称，如厂商和型号'),
      /** An additional item of JT/T 808 by its id, or an attribute of a Traccar by its name; at least one of the two. */
      chargeItem: maybe(text(0, 40, '电量')),
      chargeScale: orElse(int(1, 100_000, '电量倍率'), 100),
      rangeItem: maybe(text(0, 40, '续航')),
      rangeScale: orElse(int(1, 100_000, '续航倍率'), 100),
      rangeUnit: orElse(code(rangeUnits, '续航单位'), 1),
    }),
    output: z.object({ chargeProfileId: out.id, version: out.count }),
    refusals: ['stale'],
  }),
  chargeProfileRemove: write({
    operators: false,
    path: '/api/vehicle_control/v1/charge_profile/remove',
    summary: '删除电量读取方案',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    repeat: 'version',
    input: z.object({ chargeProfileId: id('方案'), version: Version }),
    output: z.object({ chargeProfileId: out.id }),
    refusals: ['chargeProfileInUse', 'stale'],
  }),
  /** Staff have checked the device: ends the alarm 设备身份不符. */
  deviceConfirm: write({
    operators: false,
    path: '/api/vehicle_control/v1/device/confirm',
    summary: '确认设备无异常',
    permission: ['vehicleControl.device'],
    reach: 'merchant',
    input: z.object({
      deviceId: id('设备'),
      reason: text(2, 200, '核实情况', '请填写核实情况'),
    }),
    output: z.object({ deviceId: out.id }),
  }),
}
