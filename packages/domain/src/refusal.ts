import { rowsOf } from './features.ts'
import type { RefusalRow } from './manifest.ts'

/**
 * The catalogue of expected refusals: key → wire `errorCode` and the Chinese message. Ranges: base negative; 1xxx
 * identity and persons, 2xxx order states, 3xxx price and availability, 4xxx money, 5xxx pickup, return and
 * agreement, 6xxx fleet and stock, 7xxx tickets, 8xxx violations and damage, 9xxx channels, 10xxx vehicle control,
 * 11xxx media. `{…}` in a message is filled from the refusal's detail. Those of features above the platform stand in their manifests.
 */
export const refusals = {
  ...rowsOf('refusals'),
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
  ocrFailed: { code: 1104, message: '识别失败，请手动填写' },
  ocrSpent: { code: 1106, message: '今天的识别次数已用完，请手动填写' },
  ocrAbsent: { code: 1107, message: '未开通识别服务，请手动填写' },
  amountWrong: { code: 4002, message: '金额不正确{说明}' },
  payWayClosed: { code: 4008, message: '{谁}未开通{方式}' },
  linkExpired: { code: 5301, message: '链接已失效' },
  passEnded: { code: 5305, message: '请先用短信验证码验证' },
  passElsewhere: { code: 5306, message: '已在另一部手机上办理，要在本机继续请重新验证' },
  smsFailed: { code: 5405, message: '短信发送失败' },
  hoursOverlap: { code: 6001, message: '营业时间不能重叠' },
  storeNotEmpty: { code: 6002, message: '门店仍有车辆或订单' },
  importTemplateWrong: { code: 6020, message: '表格无法识别{说明}' },
  rangeTooLong: { code: 6040, message: '时间范围过长' },
  noCutRuleUnseen: { code: 10019, message: '请先选择禁断油电规则，再允许断油电' },
  stepUpNeeded: { code: 10014, message: '需要短信验证' },
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
} as const satisfies Record<string, RefusalRow>

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
