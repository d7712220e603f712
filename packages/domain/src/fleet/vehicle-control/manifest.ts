import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    deviceOffline: { code: 10001, message: '设备不在线，无法下发' },
    trackReasonMissing: { code: 10002, message: '请填写查看轨迹的原因' },
    trackTooOld: { code: 10003, message: '超出轨迹保存期' },
    commandRunning: { code: 10004, message: '该车辆有指令执行中' },
    cutWhileMoving: { code: 10010, message: '车辆行驶中，禁止断油电' },
    cutFixStale: { code: 10011, message: '定位已过期，无法确认车辆静止' },
    cutInPaidTime: { code: 10012, message: '承租期内不可断油电' },
    cutZone: { code: 10013, message: '禁止断油电区域' },
    deviceDoubted: { code: 10015, message: '设备身份存疑，请先核实并在车控详情中确认设备无异常' },
    /** `现况`: its speed and when that was reported, in brackets. */
    unlockWhileMoving: { code: 10016, message: '车辆行驶中{现况}，不能开锁' },
    unlockFixStale: {
      code: 10017,
      message: '车辆在租且2分钟内没有定位，无法确认静止，请先「立即定位」，收到新定位后再开锁',
    },
    cutNotParked: {
      code: 10018,
      message: '车辆不在当天平时停放的地点（需在24小时内曾在此熄火停放10分钟以上），不能断油电',
    },
    deviceExists: { code: 10020, message: '设备号已存在' },
    vehicleHasDevice: { code: 10021, message: '车辆已绑定设备' },
    deviceUnable: { code: 10022, message: '该设备不支持此指令' },
    chargeProfileInUse: { code: 10023, message: '还有 {n} 台设备使用该方案，请先在「车载设备」为这些设备改选' },
  },
  pendingKinds: {
    alarm: { subject: 'alarm', counted: 'either', key: 'vehicleControl' },
  },
  counters: {
    lowCharge: 'vehicleControl',
  },
  audit: {
    features: { vehicleControl: '车控' },
    records: {
      device: '车载设备',
      vehicleTrack: '车辆轨迹',
      carsOnRent: '在租车辆位置',
      fence: '电子围栏',
      alarm: '报警',
      command: '车控指令',
      chargeProfile: '电量读取方案',
    },
    fields: {
      devicePhone: '设备号',
      alarmRules: '报警规则',
      alarmsOff: '停用的移动报警',
      chargeProfileId: '电量读取方案',
      chargeItem: '电量附加项',
      chargeScale: '电量倍率',
      rangeItem: '续航附加项',
      rangeScale: '续航倍率',
      rangeUnit: '续航单位',
    },
  },
} as const satisfies Manifest
