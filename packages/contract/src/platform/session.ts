import { MAX_PASSWORD } from '@cheyi/domain/platform/check/password'
import { merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import { openCodeScenes } from '@cheyi/domain/platform/session/codes'
import { legalTypes } from '@cheyi/domain/platform/session/legal-text'
import { typedText } from '@cheyi/domain/typed-text'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { flag, id, Mobile, maybe, text, withLabel, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/**
 * The signed-in user. `parentId` and `merchantId` are the number -1 while no merchant is chosen: the web then shows the
 * chooser. `parentId` '0' is the owner account. The mobile is masked.
 */
export const CurrentUser = z.object({
  id: out.id,
  accountId: out.id.nullable(),
  name: z.string(),
  mobile: z.string(),
  avatar: z.string().nullable(),
  parentId: out.chosenId,
  merchantId: out.chosenId,
  merchantName: z.string(),
  merchantStatus: out.code(merchantStatuses).nullable(),
  roleIds: z.array(out.id),
  roleNames: z.array(z.string()),
  /** Flat list of the permission keys (pages and actions) of all roles. */
  menuAutos: z.array(z.string()),
  storeScope: z.object({ all: z.boolean(), storeIds: z.array(out.id) }),
  isDriver: z.boolean(),
  /** A platform operator inside a merchant: the web shows 「平台协助中」. */
  isOperator: z.boolean(),
  wxBound: z.boolean(),
  /** 1 standard, 2 the platform collects. */
  payProfile: out.count,
  /** Why the merchant was refused or suspended; '' otherwise. */
  merchantNote: z.string(),
  /** For an operator inside a merchant: until when, and whether the merchant permits changes. */
  assist: z.object({ until: out.time, writes: z.boolean() }).nullable(),
  /** When a requested cancellation of the account takes effect. */
  cancelAt: out.time.nullable(),
  /** Whether a second factor is on, and whether the merchant, or the platform for its operators, requires one. */
  secondFactor: z.object({ on: z.boolean(), required: z.boolean() }),
})

export const SignedIn = z.object({ token: z.string(), expireAt: out.time, user: CurrentUser })

/** Each block is a paragraph, a list of items, or a table whose first row is its head; the other two fields are empty. */
const LegalBlocks = z.array(
  z.object({ text: z.string(), list: z.array(z.string()), table: z.array(z.array(z.string())) }),
)

/** The six digits of a text message. */
export const SmsCode = withLabel(
  '验证码',
  z
    .string({ error: '请输入验证码' })
    .overwrite(typedText)
    .min(1, '请输入验证码')
    .regex(/^\d{6}$/, '请输入6位验证码'),
)

/** As typed, including surrounding blanks; the server checks the rules for a new one (1019). */
export const typedPassword = (label: string) =>
  withLabel(
    label,
    z
      .string({ error: `请输入${label}` })
      .min(1, `请输入${label}`)
      .max(2 * MAX_PASSWORD, `${label}不能超过${MAX_PASSWORD}位`)
      .refine((typed) => typed.isWellFormed(), `${label}含有不能识别的字符`),
  )

/** The answer to a captcha. */
const captchaAnswer = {
  captchaId: maybe(z.string({ error: '图形验证码不正确' }).regex(/^\d{1,18}$/, '图形验证码不正确')),
  captchaCode: maybe(text(1, 8, '图形验证码')),
}
export const agree = flag('请先阅读并同意协议').refine((agreed) => agreed, '请先阅读并同意协议')
/** Sessions of the native app last longer. */
export const native = maybe(flag('应为是或否'))

/** What a rental company types to begin. */
const newMerchant = {
  mobile: Mobile,
  code: SmsCode,
  password: typedPassword('密码'),
  merchantName: text(2, 50, '商家名称', '请输入商家名称'),
  contactName: text(2, 20, '联系人姓名'),
  cityCode: withLabel('所在城市', z.string({ error: '请选择城市' }).regex(/^\d{6}$/, '请选择城市')),
  agree,
}

export const session = {
  captcha: write({
    method: 'GET',
    path: '/api/login/v1/captcha',
    summary: '图形验证码',
    permission: 'public',
    repeat: 'natural',
    /** `image` is a data URL. Valid for two minutes and one attempt. */
    output: z.object({ captchaId: out.id, image: z.string() }),
  }),
  sendCode: write({
    path: '/api/login/v1/sms/send',
    summary: '发送短信验证码',
    permission: 'public',
    repeat: 'natural',
    /** `cancel` and `stepup` are sent to the signed-in user's own mobile; so is `bind` for a signed-in user. */
    input: z.object({ mobile: maybe(Mobile), scene: word(openCodeScenes, '验证码用途'), ...captchaAnswer }),
    /** Seconds until the next request. The same for unknown mobiles, so that accounts cannot be discovered. */
    output: z.object({ resendAfter: out.count }),
    refusals: ['captchaNeeded', 'smsTooFrequent'],
  }),
  login: write({
    path: '/api/login/v1/password',
    summary: '密码登录',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ mobile: Mobile, password: typedPassword('密码'), agree, native, ...captchaAnswer }),
    output: SignedIn,
    refusals: [
      'wrongPassword',
      'userLocked',
      'captchaNeeded',
      'accountDisabled',
      'merchantSuspended',
      'secondFactorNeeded',
    ],
  }),
  loginByCode: write({
    path: '/api/login/v1/sms',
    summary: '验证码登录',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ mobile: Mobile, code: SmsCode, agree, native }),
    output: SignedIn,
    refusals: ['wrongCode', 'accountDisabled', 'merchantSuspended', 'secondFactorNeeded'],
  }),
  register: write({
    path: '/api/login/v1/register',
    summary: '注册商家',
    permission: 'public',
    input: z.object(newMerchant),
    output: SignedIn,
    refusals: ['wrongCode', 'mobileRegistered', 'passwordWeak'],
  }),
  /** What leaving the demo deletes; without merchants where there is no demo that the caller may leave. */
  demo: read({
    path: '/api/login/v1/demo',
    summary: '演示的内容',
    permission: 'signedIn',
    tenant: 'none',
    output: z.object({
      merchants: z.array(
        z.object({
          name: z.string(),
          orders: out.count,
          vehicles: out.count,
          persons: out.count,
          accounts: out.count,
          files: out.count,
        }),
      ),
      /** Whether this server deletes at once; otherwise an operator does by a command. */
      deletes: z.boolean(),
    }),
  }),
  /** The owner of a demo deletes it and begins with an own merchant; the answer is the session in that. */
  leaveDemo: write({
    path: '/api/login/v1/demo/leave',
    summary: '清空演示，开始用自己的',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({
      ...newMerchant,
      /** The number that the server prints where it was started. */
      installCode: withLabel(
        '确认码',
        z
          .string({ error: '请输入确认码' })
          .overwrite(typedText)
          .min(1, '请输入确认码')
          .regex(/^\d{8}$/, '请输入8位确认码'),
      ),
    }),
    output: SignedIn,
    refusals: ['wrongCode', 'mobileRegistered', 'passwordWeak', 'proofNeeded', 'userLocked'],
  }),
  resetPassword: write({
    path: '/api/login/v1/password/reset',
    summary: '找回密码',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ mobile: Mobile, code: SmsCode, password: typedPassword('新密码') }),
    refusals: ['wrongCode', 'passwordWeak'],
  }),
  changePassword: write({
    path: '/api/login/v1/password/change',
    summary: '修改密码',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    /** `code` (scene `stepup`) instead of `old` for a user without a password. */
    input: z.object({ old: maybe(typedPassword('原密码')), code: maybe(SmsCode), password: typedPassword('新密码') }),
    output: z.object({ token: z.string(), expireAt: out.time }),
    refusals: ['wrongPassword', 'wrongCode', 'passwordWeak', 'userLocked'],
  }),
  logout: write({
    path: '/api/login/v1/logout',
    summary: '退出登录',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
  }),
  userInfo: read({
    path: '/api/login/v1/userInfo',
    summary: '当前用户',
    permission: 'signedIn',
    tenant: 'none',
    output: CurrentUser,
  }),
  switchMerchant: write({
    method: 'GET',
    path: '/api/login/v1/switch/merchant',
    summary: '进入商家',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    /** `ticketNo`: number of the support request; without it an operator's access is read-only. */
    input: z.object({ merchantId: id('商家'), ticketNo: maybe(text(1, 40, '工单号')) }),
    output: SignedIn,
    refusals: ['merchantForeign', 'merchantSuspended'],
  }),
  devices: read({
    path: '/api/login/v1/session/page',
    summary: '登录设备',
    permission: 'signedIn',
    tenant: 'none',
    /** `accountId`: of an employee, for callers who may edit accounts; only sessions in this merchant. */
    input: z.object({ accountId: maybe(id('账号')) }),
    output: z.object({
      list: z.array(
        z.object({
          id: out.id,
          /** Name of the device, from its browser. */
          device: z.string(),
          ip: z.string(),
          source: z.string(),
          createdAt: out.time,
          lastSeenAt: out.time,
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: write({
    path: '/api/login/v1/session/revoke',
    summary: '强制下线',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ sessionId: id('登录设备') }),
    refusals: ['proofNeeded'],
  }),
  createTicket: write({
    path: '/api/login/v1/ticket/create',
    summary: '生成登录凭证',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ path: text(1, 300, '页面地址') }),
    output: z.object({ ticket: z.string(), expireAt: out.time }),
  }),
  useTicket: write({
    path: '/api/login/v1/ticket',
    summary: '凭证登录',
    permission: 'public',
    repeat: 'natural',
    input: z.object({ ticket: text(1, 100, '凭证'), native }),
    output: z.object({ token: z.string(), path: z.string() }),
    refusals: ['ticketUsed'],
  }),
  legal: read({
    method: 'GET',
    path: '/api/legal/v1/detail',
    summary: '协议文本',
    permission: 'public',
    input: z.object({ type: word(legalTypes, '协议类型') }),
    output: z.object({
      title: z.string(),
      version: z.string(),
      updatedAt: out.time,
      /** The first moment of the day from which it is in force. */
      effectiveAt: out.time,
      preamble: LegalBlocks,
      sections: z.array(z.object({ heading: z.string(), blocks: LegalBlocks })),
      /** The same as HTML, for readers other than our pages. */
      html: z.string(),
    }),
  }),
}
