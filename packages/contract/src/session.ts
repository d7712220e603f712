import { merchantStatuses } from '@cheyi/domain/merchant/codes'
import { z } from 'zod'
import { call } from './call.ts'
import { Count, codeOut, flag, IdOut, id, Mobile, TimeOut, text, word } from './field.ts'

/**
 * The signed-in user. `parentId` and `merchantId` are '-1' while no merchant is chosen: the web then shows the
 * chooser. `parentId` '0' is the owner account. The mobile is masked.
 */
export const CurrentUser = z.object({
  id: IdOut,
  accountId: IdOut.nullable(),
  name: z.string(),
  mobile: z.string(),
  avatar: z.string().nullable(),
  parentId: IdOut,
  merchantId: IdOut,
  merchantName: z.string(),
  merchantStatus: codeOut(merchantStatuses).nullable(),
  roleIds: z.array(IdOut),
  roleNames: z.array(z.string()),
  /** Flat list of the permission keys (pages and actions) of all roles. */
  menuAutos: z.array(z.string()),
  storeScope: z.object({ all: z.boolean(), storeIds: z.array(IdOut) }),
  isDriver: z.boolean(),
  /** A platform operator inside a merchant: the web shows 「平台协助中」. */
  isOperator: z.boolean(),
  wxBound: z.boolean(),
  /** 1 standard, 2 the platform collects. */
  payProfile: Count,
  /** When a running cancellation of the account takes effect. */
  cancelAt: TimeOut.nullable(),
})

const SignedIn = z.object({ token: z.string(), expireAt: TimeOut, user: CurrentUser })

export const legalTexts = ['privacy', 'service'] as const

export const session = {
  login: call({
    method: 'POST',
    path: '/api/login/v1/password',
    summary: '密码登录',
    permission: 'public',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    input: z.object({
      mobile: Mobile,
      password: text(1, 64, '密码', '请输入密码'),
      agree: flag('请先阅读并同意协议').refine((agreed) => agreed, '请先阅读并同意协议'),
    }),
    output: SignedIn,
    refusals: ['wrongPassword', 'userLocked', 'accountDisabled', 'merchantSuspended'],
  }),
  logout: call({
    method: 'POST',
    path: '/api/login/v1/logout',
    summary: '退出登录',
    permission: 'signedIn',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    input: z.object({}),
    output: z.object({}),
  }),
  userInfo: call({
    method: 'POST',
    path: '/api/login/v1/userInfo',
    summary: '当前用户',
    permission: 'signedIn',
    tenant: 'none',
    effect: 'read',
    input: z.object({}),
    output: CurrentUser,
  }),
  switchMerchant: call({
    method: 'GET',
    path: '/api/login/v1/switch/merchant',
    summary: '进入商家',
    permission: 'signedIn',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    input: z.object({ merchantId: id('商家') }),
    output: SignedIn,
    refusals: ['merchantForeign', 'merchantSuspended'],
  }),
  legal: call({
    method: 'GET',
    path: '/api/legal/v1/detail',
    summary: '协议文本',
    permission: 'public',
    tenant: 'none',
    effect: 'read',
    input: z.object({ type: word(legalTexts, '协议类型') }),
    output: z.object({ title: z.string(), version: z.string(), html: z.string(), updatedAt: TimeOut }),
  }),
}
