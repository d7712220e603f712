/**
 * The catalogue of expected refusals: key → wire `errorCode` and the Chinese message. Ranges: base negative; 1xxx
 * identity and persons, 2xxx order states, 3xxx price and availability, 4xxx money, 5xxx pickup, return and
 * agreement, 6xxx fleet and stock, 7xxx tickets, 8xxx violations and damage, 9xxx channels, 10xxx vehicle control,
 * 11xxx media. `{…}` in a message is filled from the refusal's detail.
 */
export const refusals = {
  internal: { code: -1, message: '系统内部错误' },
  badInput: { code: -2, message: '参数错误：{字段}' },
  forbidden: { code: -3, message: '无操作权限{why}' },
  notFound: { code: -4, message: '数据不存在或已删除' },
  stale: { code: -5, message: '数据已被他人修改，请刷新后重试' },
  repeatDiffers: { code: -6, message: '请求重复，内容不一致' },
  tooFrequent: { code: -7, message: '操作过于频繁，请稍后再试' },
  lineFull: { code: -7, message: '前面的{什么}还在处理，请稍后再试' },
  storageLow: { code: -7, message: '服务器存储空间不足，暂不能上传文件，请稍后再试' },
  merchantNotChosen: { code: -8, message: '请先选择商家' },
  invalidToken: { code: -9, message: '登录已失效' },
  wrongPassword: { code: 1001, message: '账号或密码错误' },
  userLocked: { code: 1002, message: '账号已锁定，请{n}分钟后再试' },
  captchaNeeded: { code: 1003, message: '请输入图形验证码' },
  accountDisabled: { code: 1004, message: '账号已停用' },
  smsTooFrequent: { code: 1005, message: '验证码发送过于频繁{when}' },
  wrongCode: { code: 1006, message: '验证码错误或已过期' },
  proofNeeded: { code: 1007, message: '请先验证身份' },
  qrExpired: { code: 1008, message: '二维码已失效，请刷新' },
  ticketUsed: { code: 1009, message: '凭证已失效' },
  secondFactorNeeded: { code: 1010, message: '请输入两步验证码' },
  secondFactorMissing: { code: 1011, message: '您的账号须开启两步验证，请先在「账号与安全」中开启' },
  partnerNotOpen: { code: 1012, message: '该账号未开通合作渠道' },
  partnerCodeExpired: { code: 1013, message: '授权码已失效，请重新进入' },
  wechatTaken: { code: 1014, message: '该微信已绑定其他账号' },
  merchantReviewing: { code: 1015, message: '商家资料审核中，暂不可用' },
  merchantForeign: { code: 1016, message: '无权进入该商家' },
  merchantSuspended: { code: 1017, message: '商家已停用' },
  merchantElsewhere: { code: 1021, message: '商家已迁至 {url}，请在该地址登录' },
  mobileRegistered: { code: 1018, message: '该手机号已注册，请直接登录' },
  passwordWeak: { code: 1019, message: '密码强度不足{说明}' },
  cancelBlocked: { code: 1020, message: '存在未完结业务，暂不能{事项}：{清单}' },
  accountProtected: { code: 1030, message: '不能停用主账号或本人账号' },
  grantBeyondOwn: { code: 1031, message: '不能授予自己没有的权限' },
  mobileInMerchant: { code: 1032, message: '该手机号已是本商家员工' },
  roleInUse: { code: 1033, message: '该角色下还有 {n} 个账号' },
  menuUnknown: { code: 1034, message: '菜单不存在' },
  roleNameTaken: { code: 1035, message: '角色名称已存在' },
  approvalNeeded: { code: 1036, message: '需另一名有权限的人员确认' },
  passwordElsewhere: { code: 1037, message: '请本人通过忘记密码重置' },
  accountInvited: { code: 1038, message: '该员工尚未确认加入，请重新发送或撤销邀请' },
  textsExhausted: { code: 1039, message: '短信发送过于频繁，{n}' },
  idNumberInvalid: { code: 1101, message: '证件号码格式不正确' },
  personExists: { code: 1102, message: '该证件已登记，请直接选择客户' },
  personVerifyFailed: { code: 1103, message: '证件核验未通过' },
  ocrFailed: { code: 1104, message: '识别失败，请手动填写' },
  ocrSpent: { code: 1106, message: '今天的识别次数已用完，请手动填写' },
  ocrAbsent: { code: 1107, message: '未开通识别服务，请手动填写' },
  personBlacklisted: { code: 1105, message: '该客户在黑名单中' },
  orderStatusRefuses: { code: 2001, message: '当前订单状态不支持此操作' },
  orderNotFound: { code: 2002, message: '订单不存在或无权查看' },
  orderAlreadyPickedUp: { code: 2006, message: '订单已取车，不能取消' },
  undoFollowed: { code: 2001, message: '之后已有「{followed}」，不能撤销' },
  undoExpired: { code: 2007, message: '已超过可撤销时间' },
  penaltyChanged: { code: 2009, message: '违约金已变化，请确认后重新提交' },
  overdueUnsettled: { code: 2201, message: '请先结清{what}' },
  renewalOpen: { code: 2202, message: '存在未完成的续租' },
  renewalStarted: { code: 2203, message: '续租已开始，不能取消' },
  priceMissing: { code: 3001, message: '该车型未设置价格' },
  dateStopped: { code: 3002, message: '所选日期已停售' },
  advanceTooShort: { code: 3003, message: '不满足提前预订时间' },
  quoteExpired: { code: 3004, message: '报价已过期，请重新计算' },
  priceChanged: { code: 3005, message: '价格已变动，请确认后重新提交' },
  outOfServiceRange: { code: 3006, message: '超出服务范围（最远{n}公里）' },
  returnBeforePickup: { code: 3007, message: '还车时间必须晚于取车时间' },
  pickupInPast: { code: 3008, message: '取车时间不能早于当前时间' },
  lengthOutOfRange: { code: 3009, message: '租期超出限制' },
  noVehicleLeft: { code: 3101, message: '该时段车辆不足' },
  renewalNoVehicle: { code: 3102, message: '续租时段车辆不足，最晚可续至{t}' },
  upgradeNeedsConsent: { code: 3103, message: '车型不符，需确认升级' },
  vehicleTaken: { code: 3104, message: '该车辆在租期内已被占用' },
  planPending: { code: 3107, message: '正在计算排车，请稍候' },
  priceOutOfRange: { code: 3201, message: '{字段}价格须在¥0.01至¥99,999.00之间' },
  tierRepeated: { code: 3202, message: '阶梯天数不能重复' },
  pastDateFixed: { code: 3203, message: '不能修改过去日期' },
  alreadyPaid: { code: 4001, message: '该款项已支付' },
  amountWrong: { code: 4002, message: '金额不正确{说明}' },
  depositTaken: { code: 4003, message: '押金已收取，不能修改' },
  paymentNotFound: { code: 4004, message: '支付单不存在' },
  paidCannotCancel: { code: 4005, message: '已支付成功，不能取消' },
  beyondDeposit: { code: 4006, message: '扣款金额不能超过可用押金¥{n}' },
  depositRuleMissing: { code: 4007, message: '该车型未设押金' },
  payWayClosed: { code: 4008, message: '{谁}未开通{方式}' },
  stillOwed: { code: 4009, message: '仍有¥{n}未收' },
  beyondRefundable: { code: 4010, message: '退款金额不能超过可退金额¥{n}' },
  openCasesBlock: { code: 4011, message: '存在 {n} 条未结案违章或车损，不能退还' },
  releaseTooEarly: { code: 4012, message: '未到退还时间' },
  waiverRefused: { code: 4013, message: '不符合免押条件' },
  supplementPaid: { code: 4014, message: '补款已支付，不能取消' },
  selfApproval: { code: 4015, message: '不能审核本人提交的申请' },
  receiptMissing: { code: 4016, message: '垫付报销请上传票据' },
  shiftNeeded: { code: 4017, message: '请先开班再收取现金' },
  nothingOwed: { code: 4018, message: '没有待扣费用，请先登记车损、违章或补款' },
  instalmentSumWrong: { code: 4301, message: '分期合计与总额不一致' },
  instalmentSettled: { code: 4302, message: '该期已结清' },
  beyondInstalment: { code: 4303, message: '收款金额不能超过应收¥{n}' },
  earlierInstalmentFirst: { code: 4304, message: '请先收取前一期' },
  terminationChanged: { code: 4305, message: '退租金额已变化，请确认' },
  postponedAlready: { code: 4306, message: '该期不能再改期' },
  pickupBlocked: { code: 5001, message: '取车条件未满足：{项}' },
  mileageBelowPickup: { code: 5002, message: '还车里程不能小于取车里程' },
  photosIncomplete: { code: 5003, message: '验车照片不完整' },
  vehicleNotReturned: { code: 5004, message: '该车辆未归还' },
  depositUnpaid: { code: 5005, message: '押金未收齐' },
  personUnverified: { code: 5006, message: '证件未核验，不能取车' },
  agreementUnsigned: { code: 5007, message: '合同未签署' },
  tooManyReissued: { code: 5008, message: '附件数量超过20个' },
  reissueExpired: { code: 5009, message: '已超过补传期限' },
  settlementChanged: { code: 5010, message: '结算金额已变化，请确认' },
  driverBusy: { code: 5101, message: '该员工时间冲突' },
  noDelivery: { code: 5102, message: '该订单无需取送车' },
  expenseSettled: { code: 5201, message: '费用已结算，不能修改' },
  autoFeeNeedsReason: { code: 5202, message: '修改系统费用请填写原因' },
  linkExpired: { code: 5301, message: '链接已失效' },
  outOfReturnRange: { code: 5302, message: '不在取还车范围内（距门店{n}米）' },
  selfTooEarly: { code: 5303, message: '未到自助取车时间' },
  checkDone: { code: 5304, message: '验车单已处理' },
  passEnded: { code: 5305, message: '请先用短信验证码验证' },
  passElsewhere: { code: 5306, message: '已在另一部手机上办理，要在本机继续请重新验证' },
  selfHandedIn: { code: 5307, message: '已提交，门店正在验车，暂不能修改' },
  selfIncomplete: { code: 5308, message: '还有未完成：{项}' },
  farFromCar: { code: 5309, message: '您不在车旁{距离}，请走到车旁再试{电话}' },
  carPositionUnknown: { code: 5310, message: '无法确认您在车旁{说明}' },
  carPositionOld: { code: 5311, message: '车辆位置不是最新的{多久}，无法确认您在车旁，请致电门店{电话}' },
  templateMissing: { code: 5401, message: '未配置合同模板' },
  agreementIncomplete: { code: 5402, message: '合同信息不完整：{项}' },
  agreementSigned: { code: 5403, message: '合同已签署，不能重新生成' },
  agreementSmsTooFrequent: { code: 5404, message: '短信发送过于频繁' },
  smsFailed: { code: 5405, message: '短信发送失败' },
  sampleNotPrinted: { code: 5406, message: '样张暂时无法生成，请稍后重试' },
  hoursOverlap: { code: 6001, message: '营业时间不能重叠' },
  storeNotEmpty: { code: 6002, message: '门店仍有车辆或订单' },
  modelExists: { code: 6005, message: '车型已存在' },
  modelInService: { code: 6006, message: '仍有在营车辆' },
  plateInvalid: { code: 6010, message: '车牌号格式不正确' },
  vehicleNotReady: { code: 6011, message: '{项}未完善或已过期，不能上架' },
  plateTaken: { code: 6012, message: '该车牌已存在' },
  vinTaken: { code: 6013, message: '该车架号已存在' },
  vehicleBusy: { code: 6014, message: '车辆在租或有未完结工单' },
  importTemplateWrong: { code: 6020, message: '表格无法识别{说明}' },
  stopSaleHarms: { code: 6031, message: '停售后将有 {n} 个订单无车可用，是否继续？' },
  stopSaleTooMany: { code: 6032, message: '停售数量不能大于车辆总数' },
  rangeTooLong: { code: 6040, message: '时间范围过长' },
  ticketVehicleRented: { code: 7001, message: '车辆在租至{t}，请选还车后的时间' },
  ticketVehicleHasTicket: { code: 7002, message: '该车辆存在未完结工单 {no}' },
  ticketHarmsOrders: { code: 7003, message: '该时段库存不足，将影响 {n} 个订单' },
  ticketStatusRefuses: { code: 7004, message: '当前工单状态不允许此操作' },
  ticketNotApproved: { code: 7005, message: '报价或费用超过审批限额，须先由另一位有工单费用权限的人审批' },
  violationExists: { code: 8001, message: '该违章已存在' },
  violationTimeWrong: { code: 8002, message: '违章时间不正确' },
  violationOutsideRental: { code: 8003, message: '该订单在违章时间未使用此车' },
  violationStatusRefuses: { code: 8004, message: '当前违章状态不允许此操作' },
  beyondViolationDeposit: { code: 8005, message: '扣款金额不能大于剩余违章押金' },
  violationUndeducted: { code: 8006, message: '请先完成扣款或免除' },
  pointsNotTradable: { code: 8007, message: '有扣分的违章须由驾驶人本人处理' },
  tollStatusRefuses: { code: 8011, message: '该账单行已收取或已作废，不能再改' },
  ownerStatementRefuses: { code: 8301, message: '当前结算单状态不允许此操作' },
  ownerNothingDue: { code: 8302, message: '本单没有应付金额，欠款结转下月' },
  damagePhotoMissing: { code: 8101, message: '请上传损伤照片' },
  damageAmountZero: { code: 8102, message: '定损金额须大于0' },
  damageClosed: { code: 8103, message: '车损单已完结' },
  insuranceStatusRefuses: { code: 8201, message: '当前案件状态不允许此操作' },
  insurancePaid: { code: 8202, message: '已有赔款到账，请在登记到账时结清，不能拒赔' },
  channelRefused: { code: 9001, message: '渠道拒绝：{原因}' },
  mappingMissing: { code: 9003, message: '请至少完成一个门店和一个车型的映射' },
  channelTestFailed: { code: 9004, message: '连通测试未通过：{原因}' },
  channelHasOrders: { code: 9005, message: '仍有未完结订单' },
  codeMapped: { code: 9006, message: '该编码已映射到其他门店/车型' },
  channelOrderNoTaken: { code: 9008, message: '渠道订单号已存在' },
  channelPaused: { code: 9010, message: '渠道已暂停' },
  openKeyUnknown: { code: 9101, message: '接口密钥无效' },
  openClockSkew: { code: 9102, message: '时间戳超出范围' },
  openSignatureWrong: { code: 9103, message: '签名错误' },
  openNonceSeen: { code: 9104, message: '随机数已使用' },
  openIpRefused: { code: 9105, message: '来源地址不在白名单' },
  openTooFrequent: { code: 9106, message: '请求过于频繁' },
  openScopeMissing: { code: 9107, message: '密钥无此接口权限' },
  openNoStock: { code: 9201, message: '库存不足' },
  openPriceChanged: { code: 9202, message: '价格已变动' },
  openOrderNoDiffers: { code: 9203, message: '渠道订单号重复且内容不一致' },
  openStoreUnmapped: { code: 9204, message: '门店未映射' },
  openModelUnmapped: { code: 9205, message: '车型未映射' },
  openOutOfHours: { code: 9206, message: '不在营业时间' },
  openAdvanceTooShort: { code: 9207, message: '提前预订时间不足' },
  openStatusRefuses: { code: 9208, message: '当前状态不允许此操作' },
  openDriverRefused: { code: 9209, message: '驾驶人不符合要求' },
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
  noCutRuleUnseen: { code: 10019, message: '请先选择禁断油电规则，再允许断油电' },
  stepUpNeeded: { code: 10014, message: '需要短信验证' },
  deviceExists: { code: 10020, message: '设备号已存在' },
  vehicleHasDevice: { code: 10021, message: '车辆已绑定设备' },
  fileTooLarge: { code: 11001, message: '单个文件不能超过{n}MB' },
  /** `说明`: which record may have how many files, and what to do. */
  tooManyFiles: { code: 11002, message: '文件数量超出上限：{说明}' },
  /** `说明` begins with a colon: what is wrong with this file. */
  fileTypeRefused: { code: 11003, message: '不支持的文件类型{说明}' },
  mediaLinkExpired: { code: 11004, message: '链接已过期' },
  spaceFull: { code: 11005, message: '存储空间已用完（共{n}GB），请联系平台扩容' },
  unnamedFull: {
    code: 11006,
    message: '已上传而未保存到单据的文件超过{n}GB，请先保存单据，未保存的文件48小时后自动清除',
  },
} as const satisfies Record<string, { code: number; message: string }>

export type RefusalKey = keyof typeof refusals

/** Values for `{…}` of the message; also sent in the envelope's `data`. */
export type RefusalDetail = Readonly<Record<string, unknown>>

/**
 * An expected refusal, thrown by domain and server code and turned into the envelope by the pipeline only. Any
 * other exception is a bug.
 */
export class Refusal extends Error {
  readonly key: RefusalKey
  readonly code: number
  readonly detail: RefusalDetail

  constructor(key: RefusalKey, detail: RefusalDetail = {}) {
    super(refusalMessage(key, detail))
    this.name = 'Refusal'
    this.key = key
    this.code = refusals[key].code
    this.detail = detail
  }
}

/** The Chinese text of a refusal: values of the detail replace `{name}`; a placeholder without a value is removed. */
export const refusalMessage = (key: RefusalKey, detail: RefusalDetail = {}): string =>
  refusals[key].message.replace(/\{(.+?)\}/g, (_, name: string) => String(detail[name] ?? ''))

const keysByCode = new Map(Object.entries(refusals).map(([key, { code }]) => [code as number, key as RefusalKey]))

/** The message of a refusal whose code was stored; '' without one. */
export function storedRefusal(code: number | null): string {
  const key = code === null ? undefined : keysByCode.get(code)
  return key === undefined ? '' : refusalMessage(key)
}

/** Bad input (-2) for one field, with a message that says what is expected. */
export function badInput(field: string, message: string): Refusal {
  return new Refusal('badInput', { 字段: message, field })
}
