import { z } from 'zod'
import { read, write } from '../../kernel/call.ts'
import { maybe, text } from '../../kernel/field.ts'
import * as out from '../../kernel/output.ts'
import { SignedIn, SmsCode, typedPassword } from '../session.ts'

/** Six digits of the app, or a recovery code. */
const FactorCode = text(6, 20, '验证码', '请输入验证码或恢复码')

const recovery = z.object({ recoveryCodes: z.array(z.string()) })

/** The second factor of a user (TOTP by RFC 6238 with recovery codes), and proofs of identity. */
export const secondFactor = {
  state: read({
    path: '/api/login/v1/totp/state',
    summary: '两步验证状态',
    permission: 'signedIn',
    tenant: 'none',
    output: z.object({
      on: z.boolean(),
      /** The merchant, or the platform for its operators, requires it. */
      required: z.boolean(),
      since: out.time.nullable(),
      recoveryLeft: out.count,
    }),
  }),
  begin: write({
    path: '/api/login/v1/totp/begin',
    summary: '开始设置两步验证',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    /** Base32, and the URI for the app's QR code. An existing factor stays in force until `confirm`. */
    output: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['proofNeeded'],
    changes: false,
  }),
  confirm: write({
    path: '/api/login/v1/totp/confirm',
    summary: '开启两步验证',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    input: z.object({ code: SmsCode }),
    /** Returned only once; each can be used once. */
    output: recovery,
    refusals: ['wrongCode', 'userLocked', 'proofNeeded'],
    refreshes: ['session.userInfo'],
  }),
  disable: write({
    path: '/api/login/v1/totp/disable',
    summary: '关闭两步验证',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    refusals: ['proofNeeded'],
    refreshes: ['session.userInfo'],
  }),
  renewRecovery: write({
    path: '/api/login/v1/totp/recovery',
    summary: '重新生成恢复码',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    output: recovery,
    refusals: ['proofNeeded', 'notFound'],
  }),
  enter: write({
    path: '/api/login/v1/totp',
    summary: '两步验证登录',
    permission: 'public',
    repeat: 'natural',
    /** `ticket`: from refusal 1010 of the first step; valid for five minutes. */
    input: z.object({ ticket: text(1, 100, '凭证'), code: FactorCode }),
    output: SignedIn,
    refusals: ['wrongCode', 'userLocked', 'ticketUsed', 'accountDisabled', 'merchantSuspended'],
  }),
  prove: write({
    path: '/api/login/v1/prove',
    summary: '验证身份',
    permission: 'signedIn',
    tenant: 'none',
    repeat: 'natural',
    changes: false,
    /** One of them: the own password, an SMS code (scene stepup), or a code of the second factor. */
    input: z.object({ password: maybe(typedPassword('密码')), smsCode: maybe(SmsCode), totp: maybe(FactorCode) }),
    /** Until when calls that need a proof (1007) are allowed. */
    output: z.object({ until: out.time }),
    refusals: ['wrongPassword', 'wrongCode', 'userLocked'],
  }),
}
