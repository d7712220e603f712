import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { Mobile, maybe, text } from '../kernel/field.ts'
import { SignedIn, SmsCode } from '../session.ts'

/** People whom somebody else vouches for: the partner's app, and WeChat. */
export const partner = {
  wukong: call({
    method: 'POST',
    path: '/api/login/v1/wukong',
    summary: '合作渠道登录',
    permission: 'public',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    /** The partner's one-time code; then, for who is not known yet, `bindToken` with the mobile to bind. */
    input: z.object({
      code: maybe(text(1, 200, '授权码')),
      bindToken: maybe(text(1, 100, '绑定凭证')),
      mobile: maybe(Mobile),
      smsCode: maybe(SmsCode),
    }),
    output: z.object({
      needBind: z.boolean(),
      bindToken: z.string().nullable(),
      session: SignedIn.nullable(),
    }),
    refusals: [
      'partnerNotOpen',
      'partnerCodeExpired',
      'wrongCode',
      'accountDisabled',
      'merchantSuspended',
      'secondFactorNeeded',
    ],
  }),
  bindWechat: call({
    method: 'POST',
    path: '/api/login/v1/wxUserBind',
    summary: '绑定微信',
    permission: 'signedIn',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    /** What the native shell got from WeChat. */
    input: z.object({ code: text(1, 200, '微信授权码') }),
    output: z.object({ wxBound: z.boolean(), nickname: z.string() }),
    refusals: ['wechatTaken', 'partnerCodeExpired', 'proofNeeded'],
    refreshes: ['session.userInfo'],
  }),
  unbindWechat: call({
    method: 'POST',
    path: '/api/login/v1/wxUserUnBind',
    summary: '解绑微信',
    permission: 'signedIn',
    tenant: 'none',
    effect: 'write',
    repeat: 'natural',
    /** `smsCode` (scene bind), unless this session signed in by password or code within ten minutes. */
    input: z.object({ smsCode: maybe(SmsCode) }),
    output: z.object({ wxBound: z.boolean() }),
    refusals: ['wrongCode'],
    refreshes: ['session.userInfo'],
  }),
}
