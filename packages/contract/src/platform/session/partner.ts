import { z } from 'zod'
import { write } from '../../kernel/call.ts'
import { Mobile, maybe, text } from '../../kernel/field.ts'
import { SignedIn, SmsCode } from '../session.ts'

/** Sign-in by other identity providers: the partner's app, and WeChat. */
export const partner = {
  wukong: write({
    path: '/api/login/v1/wukong',
    summary: '合作渠道登录',
    permission: 'public',
    repeat: 'natural',
    /** The partner's one-time code; then, for an unknown person, `bindToken` with the mobile to bind. */
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
  wechatPage: write({
    path: '/api/login/v1/wxPage',
    summary: '网页绑定微信的扫码页面',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    /** The WeChat page with a code to scan; it redirects back with `code` and `state`. null: this installation has no such page. */
    output: z.object({ address: z.string().nullable() }),
    refusals: ['proofNeeded'],
  }),
  bindWechat: write({
    path: '/api/login/v1/wxUserBind',
    summary: '绑定微信',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    /** The code that the native app got from WeChat; from a browser with the `state` of its redirect, within ten minutes. */
    input: z.object({ code: text(1, 200, '微信授权码'), state: maybe(text(1, 100, '微信授权')) }),
    output: z.object({ wxBound: z.boolean(), nickname: z.string() }),
    refusals: ['wechatTaken', 'partnerCodeExpired', 'proofNeeded', 'tooFrequent'],
    refreshes: ['session.userInfo'],
  }),
  unbindWechat: write({
    path: '/api/login/v1/wxUserUnBind',
    summary: '解绑微信',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    output: z.object({ wxBound: z.boolean() }),
    refusals: ['proofNeeded'],
    refreshes: ['session.userInfo'],
  }),
}
