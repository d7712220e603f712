import { enumeration } from '../../enumeration.ts'

export const onlineStates = enumeration({
  unbound: [0, '未绑定'],
  online: [1, '在线'],
  sleeping: [2, '休眠'],
  offline: [3, '离线'],
})

export const commandTypes = enumeration({
  find: [1, '寻车'],
  unlock: [2, '开锁'],
  lock: [3, '关锁'],
  engineCut: [4, '断油电'],
  engineRestore: [5, '恢复'],
  locate: [6, '定位'],
  track: [7, '跟踪'],
  text: [8, '播报'],
  reboot: [9, '重启'],
})

export const commandStates = enumeration({
  toApprove: [0, '待复核'],
  toSend: [1, '待发送'],
  sent: [2, '已发送'],
  answered: [3, '已应答'],
  failed: [4, '失败'],
  timedOut: [5, '超时'],
  refused: [6, '已拒绝'],
  effective: [7, '已生效'],
  cancelled: [8, '已取消'],
})

/** 0–31 are alarm bits of the terminal; from 101 on they are raised by the platform. */
export const alarmTypes = enumeration({
  sos: [0, '紧急求助'],
  overspeed: [1, '超速'],
  fatigue: [2, '疲劳驾驶'],
  dangerousDriving: [3, '危险驾驶'],
  gnssFault: [4, '定位模块故障'],
  antennaOpen: [5, '天线断开'],
  antennaShort: [6, '天线短路'],
  lowVoltage: [7, '主电源欠压'],
  powerOff: [8, '主电源断电'],
  tyrePressure: [16, '胎压异常'],
  drivingTooLong: [18, '当天累计驾驶超时'],
  parkedTooLong: [19, '超时停车'],
  area: [20, '进出区域'],
  offRoute: [23, '路线偏离'],
  stolen: [26, '车辆被盗'],
  violationIgnition: [27, '非法点火'],
  violationMove: [28, '非法位移'],
  collision: [29, '碰撞'],
  rollover: [30, '侧翻'],
  violationDoor: [31, '非法开门'],
  overdueMoving: [101, '超时未还且移动'],
  leftCity: [102, '驶出城市'],
  nightMove: [103, '门店内异常移动'],
  unplugged: [104, '设备拔除'],
  longOffline: [105, '长时间离线'],
  lowBattery: [106, '低电量'],
  mileageJump: [107, '里程异常'],
  /** Another party may use the device's identity: anyone with its authentication code can forge positions. */
  forged: [108, '设备身份不符'],
  unusedMove: [109, '无单移动'],
  towed: [110, '拖车'],
})

/** Who may move a car, the first of them where several hold: an order goes before the employee who drives to its customer. */
export const vehicleUses = enumeration({
  order: [1, '客户用车'],
  relocation: [2, '调车'],
  work: [3, '维保年检'],
  drive: [4, '送取车'],
  own: [5, '自用'],
})

export const alarmLevels = enumeration({ hint: [1, '提示'], important: [2, '重要'], urgent: [3, '紧急'] })

/** Vendor format of a device's commands for oil and power; `none` has no engine cut. */
export const deviceProfiles = enumeration({
  none: [0, '不支持断油电'],
  a: [1, '断油电指令 64/65'],
  b: [2, '断油电指令 F0/F1'],
  c: [3, '断油电消息 A006'],
  traccar: [4, '经Traccar断油电'],
})

/** How a device reports: a terminal of JT/T 808 to the gateway itself, others to a Traccar that forwards. */
export const deviceKinds = enumeration({
  direct: [1, 'JT/T 808 直连'],
  gt06: [2, 'GT06'],
  h02: [3, 'H02'],
  tk103: [4, 'TK103'],
  teltonika: [5, 'Teltonika'],
  osmand: [6, 'OsmAnd'],
  jt808: [7, 'JT/T 808 转发'],
  other: [8, '其他型号'],
})

/** Unit of the range that a device of an electric car reports. */
export const rangeUnits = enumeration({ kilometre: [1, '公里'], metre: [2, '米'], mile: [3, '英里'] })

/** Why the identity of a device is in doubt; higher values are more serious. */
export const forgedCauses = enumeration({
  otherTerminal: [1, '有其他终端以该设备号注册，终端ID不符'],
  registeredAgain: [2, '鉴权码已使用，终端又来注册'],
  twoNetworks: [3, '两处网络在争用该设备的连接'],
})

/** Time zone of a terminal's reports; the standard requires that of Beijing. */
export const deviceClocks = enumeration({ beijing: [1, '北京时间'], utc: [2, 'UTC时间'] })

export const deviceRoles = enumeration({ main: [1, '主设备'], backup: [2, '备用设备'] })

export const cutCategories = enumeration({
  lost: [1, '超时失联'],
  stolen: [2, '被盗'],
  ended: [3, '合同解除'],
  police: [4, '公安要求'],
})

export const fenceKinds = enumeration({ circle: [1, '圆形'], polygon: [2, '多边形'] })

export const fenceRules = enumeration({
  leave: [1, '驶出'],
  enter: [2, '驶入'],
  speed: [3, '超速'],
  noCut: [4, '禁断油电'],
})

export const alarmStates = enumeration({
  open: [0, '未处理'],
  running: [1, '处理中'],
  done: [2, '已处理'],
  mistaken: [3, '误报'],
})

export const commandType = commandTypes.code
export const vehicleUse = vehicleUses.code
export const commandState = commandStates.code
export const alarmState = alarmStates.code
export const fenceKind = fenceKinds.code
export const fenceRule = fenceRules.code
export const alarmType = alarmTypes.code
export const alarmLevel = alarmLevels.code
export const deviceProfile = deviceProfiles.code
export const deviceKind = deviceKinds.code
export const rangeUnit = rangeUnits.code
export const forgedCause = forgedCauses.code
export const deviceClock = deviceClocks.code
export const deviceRole = deviceRoles.code
export const cutCategory = cutCategories.code
